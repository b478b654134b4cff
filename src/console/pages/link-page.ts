import type { FormState } from '../rendering/page.js';

/** A page that the link of a mail leads to. */
export interface LinkPageProps {
  /** The token of the link. */
  token: string;
  /** The address that the link was sent to, or that it is about. */
  email: string;
  form: FormState;
}
