import type { ComponentChildren } from 'preact';
import { usePage } from '../rendering/use-page.js';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ActionProps {
  /** The path that the form posts to, without the host's prefix. */
  path: string;
  label: string;
  look?: ButtonLook;
  /** The id of the element that describes the button, if several have the same label. */
  about?: string;
  /** Hidden fields. */
  children?: ComponentChildren;
}

/** A button in its own form, so that it works without JavaScript. */
export function Action({ path, label, look = 'plain', about, children }: ActionProps) {
  const page = usePage();
  return (
    <form class="action" method="post" action={page.path(path)}>
      <CsrfFields />
      {children}
      <button type="submit" class={`button ${look}`} aria-describedby={about}>
        {label}
      </button>
    </form>
  );
}

/** The names of the hidden fields of every form. */
export const csrfFields: readonly string[] = ['csrf_token', 'form_id', 'form_page', 'form_reader'];

/** The hidden fields of every form: the token that proves that a page of this browser sent it, and the page itself. */
export function CsrfFields() {
  const { account, csrfToken, formId, location } = usePage();
  return (
    <>
      <input type="hidden" name="csrf_token" value={csrfToken} />
      <input type="hidden" name="form_id" value={formId} />
      {location && <input type="hidden" name="form_page" value={location} />}
      {location && account && <input type="hidden" name="form_reader" value={account.id} />}
    </>
  );
}
