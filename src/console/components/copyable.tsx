import { usePage } from '../rendering/use-page.js';

/** For translation by browsers; Preact's types declare the attribute as a boolean, HTML does not. */
const untranslatable = { translate: 'no' } as object;

/** Text to copy; one click selects all of it, and a script adds a button that copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const { t } = usePage();
  return (
    <div
      class="copyable"
      data-copy
      data-copy-label={t('copy.action')}
      data-copy-about={label}
      data-copy-done={t('copy.done')}
    >
      <code dir="ltr" {...untranslatable}>
        {text}
      </code>
    </div>
  );
}
