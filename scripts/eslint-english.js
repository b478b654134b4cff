/**
 * An ESLint rule for plain English in comments, test titles and exported names. Each pattern has a better wording: the
 * plain word, two sentences, or a verb.
 */
const phrases = [
  [/\b(anew|meanwhile|whoever|whomever|somebody)\b/i, 'Use the plain word.'],
  [/\bone after the other\b/i, 'Write “sequentially” or “in order”.'],
  [/\b(?:by|on|with|at) which\b/i, 'Write two sentences, or use a participle.'],
  [/\b(?:by|to|for|of|with|from) (?:whom|what)\b/i, 'Use a noun.'],
  [/\b(?:of|on) (?:its|their|his|her) own[.,;:]/i, 'Write “its own …” before the noun.'],
  [/^(?:Who|Whom|What) (?![^]*\?)/, 'Begin with the thing: a user, an error, the outcome.'],
];

const names = [
  [/^most[A-Z]/, 'Call a maximum “max…”.'],
  [/^[a-z]\w*Of$/, 'Begin a function with a verb: “toX”, “readX”.'],
];

const suites = /^(?:it|test|describe|describeService|inBrowser)\b/;

/** Returns the text of a comment without its markers. */
const proseIn = ({ value }) =>
  value
    .replaceAll(/^\s*\*? ?/gm, '')
    .replaceAll(/`[^`]*`|\{@link [^}]*\}|@\w+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** @type {import('eslint').Rule.RuleModule} */
const plainEnglish = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    const check = (node, text, patterns) => {
      for (const [pattern, message] of patterns) {
        const [found] = pattern.exec(text) ?? [];
        if (found) context.report({ loc: node.loc, message: `“${found}”: ${message}` });
      }
    };
    const checkName = ({ id }) => {
      if (id?.type === 'Identifier') check(id, id.name, names);
    };
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          check(comment, proseIn(comment), phrases);
        }
      },
      CallExpression({ callee, arguments: [title] }) {
        if (title?.type !== 'Literal' || typeof title.value !== 'string') return;
        if (suites.test(context.sourceCode.getText(callee))) check(title, title.value, phrases);
      },
      FunctionDeclaration: checkName,
      'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator': checkName,
    };
  },
};

export default { rules: { 'plain-english': plainEnglish } };
