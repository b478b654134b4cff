import type { ComponentChildren } from 'preact';
import { usePage } from '../rendering/use-page.js';

/** A card of settings, one per row. */
export function Rows({ children }: { children: ComponentChildren }) {
  return <section class="card rows">{children}</section>;
}

interface RowProps {
  title: string;
  /** The current value or state. */
  value?: ComponentChildren;
  /** Whether the form is shown when the page opens. Default: false */
  isOpen?: boolean;
  /** The form that edits the setting. */
  children: ComponentChildren;
}

/** A setting with its value. The form that edits it opens below, even without JavaScript. */
export function Row({ title, value, isOpen, children }: RowProps) {
  const { t } = usePage();
  return (
    <details class="row" open={isOpen}>
      <summary>
        <h2>{title}</h2>
        <span class="value">{value}</span>
        <span class="button plain">{t('account.edit')}</span>
      </summary>
      {children}
    </details>
  );
}
