import type { FormState } from '../shell/rendering/page.js';

/** The properties of a page that a mail link opens. */
export interface LinkPageProps {
  /** The token of the link. */
  token: string;
  /** The address that received the link or that it concerns. */
  email: string;
  form: FormState;
}
