/** A page that imports the client from the package. It compiles without the types of Node.js and Nest. */
import { AccountsClient, AccountsError, readReturnTo } from 'nest-accounts/browser';

const accounts = new AccountsClient({
  language: undefined,
  confirm: (client) => client.confirm({ code: prompt('Code') ?? '' }),
});

export async function signIn(form: HTMLFormElement): Promise<string> {
  const [email, password] = ['email', 'password'].map((name) =>
    String(new FormData(form).get(name)),
  ) as [string, string];
  try {
    const step = await accounts.signIn({ email, password });
    // @ts-expect-error The browser is not signed in before the second step.
    void step.account.name;
    if (step.next === 'second_factor') return step.methods.join();
    if (step.next === 'second_factor_setup') return (await accounts.prepareAuthenticator()).uri;
    return step.account.name + (readReturnTo() ?? '/');
  } catch (error) {
    if (error instanceof AccountsError) return error.fields.email ?? error.form;
    throw error;
  }
}
