import type { ComponentChildren } from 'preact';
import type { ButtonLook } from './action.js';
import type { Section } from '../rendering/page.js';
import { usePage } from '../rendering/use-page.js';

export interface ContentProps {
  title: string;
  lead?: ComponentChildren;
  section?: Section;
  narrow?: boolean;
  /** Whether the page asks a single question and hides the console's navigation. */
  bare?: boolean;
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

export interface CardProps {
  title?: string;
  lead?: ComponentChildren;
  danger?: boolean;
  children?: ComponentChildren;
}

export function Card({ title, lead, danger, children }: CardProps) {
  return (
    <section class={danger ? 'card danger' : 'card'}>
      {title && <h2>{title}</h2>}
      {lead && <p class="lead">{lead}</p>}
      {children}
    </section>
  );
}

/** Explains an empty list, and how to add an entry. */
export function EmptyState({
  title,
  lead,
  children,
}: Pick<CardProps, 'lead' | 'children'> & { title: string }) {
  return (
    <section class="card empty">
      <h2>{title}</h2>
      {lead && <p class="lead">{lead}</p>}
      {children}
    </section>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  path,
  label,
  look = 'plain',
  about,
}: {
  path: string;
  label: string;
  look?: ButtonLook;
  /** The id of the element that describes the link, if several have the same label. */
  about?: string;
}) {
  return (
    <a class={`button ${look}`} href={usePage().path(path)} aria-describedby={about}>
      {label}
    </a>
  );
}
