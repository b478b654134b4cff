/**
 * Builds the text of docs/errors.md.
 *
 * @param errorCodes the error registry
 * @param exampleErrorBody returns the English example body of a code
 */
export function errorsDocument(errorCodes, exampleErrorBody) {
  const rows = Object.entries(errorCodes).map(([code, { status, error, isOAuth }]) => {
    const body = exampleErrorBody(code);
    const sentence = body.error_description ?? body.form.errors[0];
    const isForm = status === 400 && !isOAuth;
    return {
      isOAuth,
      row: `| \`${code}\` | ${status} | ${isForm ? 'form' : `\`${error}\``} | ${sentence} |`,
    };
  });
  const table = (isOAuth) =>
    [
      '| Code | Status | `error` | Sentence |',
      '|---|---|---|---|',
      ...rows.filter((each) => each.isOAuth === isOAuth).map(({ row }) => row),
    ].join('\n');
  return `# Errors

\`npm run docs\` writes this page from the error registry and the English catalogue.

Every error that a caller can receive has a code, a status and a sentence in [44 languages](http-api.md#languages).
A body has one of two shapes.

**A form**, if the column \`error\` says so. Sentences about a field are in \`form.children.<field>.errors\`, sentences
about the whole request in \`form.errors\`. Next to each list are its \`codes\` in the same order:

\`\`\`json
${JSON.stringify({ form: { children: { email: ownErrors(exampleErrorBody('email_taken')) } } })}
${JSON.stringify(exampleErrorBody('malformed_json'))}
\`\`\`

**A code and a sentence** otherwise. \`error\` is the code, or its name in RFC 6749 or RFC 6750:

\`\`\`json
${JSON.stringify(exampleErrorBody('token_expired'))}
\`\`\`

Numbers and names in the sentences below are examples.

${table(false)}

## At \`/oauth\`

Every body is a code and an English sentence (RFC 6749, section 5.2). A code of the table above whose body is a form
elsewhere is \`invalid_request\` here.

${table(true)}
`;
}

const ownErrors = ({ form: { errors, codes } }) => ({ errors, codes });
