/** Stryker has no runner for `jest-light-runner`; Vitest knows the same words, and reads TypeScript. */
export default {
  test: { globals: true, include: [process.env.MUTATION_SPEC] },
};
