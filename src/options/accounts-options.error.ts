/** Thrown if the module cannot start, or cannot do what a call asks for, because options or features do not fit. */
export class AccountsOptionsError extends Error {
  override readonly name = 'AccountsOptionsError';
}
