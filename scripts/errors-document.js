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

This page is written by \`npm run docs\` from the registry of errors and the English catalogue.

Every failure that a caller can meet has a code, a status and a sentence in
[44 languages](http-api.md#languages). There are two shapes of body.

**A form**, where \`error\` says so below. A sentence about one field stands in
\`form.children.<field>.errors\`, one about the whole request in \`form.errors\`, and next to each are the \`codes\`
in the same order:

\`\`\`json
${JSON.stringify({ form: { children: { email: ownErrors(exampleErrorBody('email_taken')) } } })}
${JSON.stringify(exampleErrorBody('malformed_json'))}
\`\`\`

**A code and a sentence** otherwise. \`error\` is the code, or the name that RFC 6749 or RFC 6750 has for it:

\`\`\`json
${JSON.stringify(exampleErrorBody('token_expired'))}
\`\`\`

Numbers and names in the sentences below are examples.

${table(false)}

## At \`/oauth\`

Every body is a code and a sentence in English, as RFC 6749 section 5.2 has it; a code of the table above
that is a form elsewhere is \`invalid_request\` here.

${table(true)}
`;
}

const ownErrors = ({ form: { errors, codes } }) => ({ errors, codes });
