import type { Provider } from '@nestjs/common';
import { AccountsOptionsError } from '../options/accounts-options.error.js';
import { fromOptions } from '../accounts.options.js';
import { findBrandProblems } from './brand.options.js';
import { Brand } from './brand.js';

export const brandProviders: readonly Provider[] = [
  fromOptions(Brand, ({ brand = {} }) => {
    const problems = findBrandProblems(brand);
    if (problems.length === 0) return new Brand(brand);
    throw new AccountsOptionsError(`AccountsModule cannot start: ${problems.join(' ')}`);
  }),
];
