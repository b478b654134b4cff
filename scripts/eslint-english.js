/**
 * An ESLint rule for plain English in comments, test titles, messages and names. Each pattern has a better wording: the
 * plain word, two sentences, or a verb.
 */
export const phrases = [
  [/\b(anew|meanwhile|whoever|whomever|somebody)\b/i, 'Use the plain word.'],
  [/\b(?:at once|as well)\b/i, 'Write “immediately”, “together” or “also”.'],
  [/\bone after the other\b/i, 'Write “sequentially” or “in order”.'],
  [/\b(?:by|on|with|at) which\b/i, 'Write two sentences, or use a participle.'],
  [/\b(?:by|to|for|of|with|from) (?:whom|what)\b/i, 'Use a noun.'],
  [/\b(?:of|on) (?:its|their|his|her) own[.,;:]/i, 'Write “its own …” before the noun.'],
  [/\bneeded where\b/i, 'Write “required if”.'],
  [/\b(?:is|are) there (?:once|twice)\b/i, 'Write “is listed …”.'],
  [/^(?:Who|Whom|What) (?![^]*\?)/, 'Begin with the thing: a user, an error, the outcome.'],
];

const names = [
  [/^most[A-Z]/, 'Call a maximum “max…”.'],
  [
    /^(?:of|(?!oneOf$|(?:create|delete|get|is)[A-Z])[a-z]\w*Of(?:[A-Z]\w*)?)$/,
    'Begin a function with a verb: “toX”, “readX”.',
  ],
];

const suites = /^(?:it|test|describe|describeService|inBrowser)\b/;

/** The functions, methods and errors that receive sentences for developers and operators. */
const speakers =
  /^(?:problem|addCommand|description|(?:required)?[oO]ption|argument|log|warn|error|\w*Error)$/;

/** Returns the text of a comment without its markers. */
const proseIn = ({ value }) =>
  value
    .replaceAll(/^\s*\*? ?/gm, '')
    .replaceAll(/`[^`]*`|\{@link [^}]*\}|@\w+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns the text of a string, a template or a concatenation. */
function readText(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  if (node.type === 'TemplateLiteral')
    return node.quasis.map(({ value }) => value.cooked).join('…');
  if (node.type === 'BinaryExpression') return readText(node.left) + readText(node.right);
  return '';
}

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
    const checkName = (node) => {
      if (node?.type === 'Identifier') check(node, node.name, names);
    };
    const checkSentences = ({ callee, arguments: args }) => {
      if (!speakers.test((callee.property ?? callee).name)) return;
      for (const each of args) check(each, readText(each), phrases);
    };
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          check(comment, proseIn(comment), phrases);
        }
      },
      CallExpression(call) {
        const [title] = call.arguments;
        if (title && suites.test(context.sourceCode.getText(call.callee))) {
          check(title, readText(title), phrases);
        }
        checkSentences(call);
      },
      NewExpression: checkSentences,
      FunctionDeclaration: ({ id }) => checkName(id),
      MethodDefinition: ({ key }) => checkName(key),
      'VariableDeclarator[init.type=/Function/]': ({ id }) => checkName(id),
      'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator': ({ id }) =>
        checkName(id),
    };
  },
};

export default { rules: { 'plain-english': plainEnglish } };
