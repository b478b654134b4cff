import type { ComponentChildren } from 'preact';
import { usePage, type PageFrame } from '../rendering/use-page.js';
import { CsrfFields } from './form.js';

interface ContentProps extends Pick<PageFrame, 'title' | 'section' | 'narrow' | 'bare'> {
  lead?: ComponentChildren;
  /** The actions of the whole page, next to its title. */
  aside?: ComponentChildren;
  children?: ComponentChildren;
}

/** The page content below the header. Sets the title of the layout. */
export function Content({ title, lead, section, narrow, bare, aside, children }: ContentProps) {
  Object.assign(usePage().frame, { title, section, narrow, bare });
  return (
    <>
      <div class="heading">
        <div>
          <h1>{title}</h1>
          {lead && <p class="lead">{lead}</p>}
        </div>
        {aside}
      </div>
      {children}
    </>
  );
}

interface CardProps {
  title?: string;
  /** The state of the card's subject, next to the title. */
  badge?: ComponentChildren;
  lead?: ComponentChildren;
  danger?: boolean;
  /** Whether the card replaces an empty list. */
  empty?: boolean;
  children?: ComponentChildren;
}

export function Card({ title, badge, lead, danger, empty, children }: CardProps) {
  return (
    <section class={danger ? 'card danger' : empty ? 'card empty' : 'card'}>
      {title && (
        <h2>
          {title}
          {badge && <> {badge}</>}
        </h2>
      )}
      {lead && <p class="lead">{lead}</p>}
      {children}
    </section>
  );
}

type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

interface ActionProps {
  /** The path that the form posts to, without the host's prefix. */
  path: string;
  label: string;
  look?: ButtonLook;
  /** The id of the element that describes the button, if several have the same label. */
  about?: string;
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

export function ButtonLink({ path, label, look = 'plain', about }: Omit<ActionProps, 'children'>) {
  return (
    <a class={`button ${look}`} href={usePage().path(path)} aria-describedby={about}>
      {label}
    </a>
  );
}

/** A row of buttons. @param props.cancel the page to go back to. Default: no link to one */
export function Buttons({ cancel, children }: { cancel?: string; children: ComponentChildren }) {
  const { t } = usePage();
  return (
    <div class="buttons">
      {children}
      {cancel && <ButtonLink path={cancel} label={t('form.cancel')} />}
    </div>
  );
}
