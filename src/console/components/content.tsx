import type { ComponentChildren } from 'preact';
import type { Section } from '../page.js';
import { usePage } from '../use-page.js';

export interface ContentProps {
  title: string;
  lead?: ComponentChildren;
  section?: Section;
  narrow?: boolean;
  /** What can be done with the page as a whole, beside its title. */
  aside?: ComponentChildren;
  children?: ComponentChildren;
}

/** What a page is made of below the header: it says its title to the frame around it. */
export function Content({ title, lead, section, narrow, aside, children }: ContentProps) {
  Object.assign(usePage().frame, { title, section, narrow });
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

/** One matter of a page. */
export function Card({ title, lead, danger, children }: CardProps) {
  return (
    <section class={danger ? 'card danger' : 'card'}>
      {title && <h2>{title}</h2>}
      {lead && <p class="lead">{lead}</p>}
      {children}
    </section>
  );
}

/** A list without entries: what would be in it, and how it gets there. */
export function EmptyState({
  title,
  lead,
  children,
}: Pick<CardProps, 'lead' | 'children'> & { title: string }) {
  return (
    <section class="card empty">
      <h2>{title}</h2>
      <p class="lead">{lead}</p>
      {children}
    </section>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  path,
  label,
  look = 'plain',
}: {
  path: string;
  label: string;
  look?: string;
}) {
  return (
    <a class={`button ${look}`} href={usePage().path(path)}>
      {label}
    </a>
  );
}
