import { usePage } from '../rendering/use-page.js';

/** For translation by browsers; Preact's types declare the attribute as a boolean, HTML does not. */
const untranslatable = { translate: 'no' } as object;

export interface CopyableProps {
  text: string;
  label: string;
  /** Whether it is a line for a terminal, which is scrolled where it is too long. */
  isCommand?: boolean;
  /** Whether the page was opened for it, so that it has the focus. */
  isNew?: boolean;
}

/** Text to copy; one click selects all of it, and a script adds a button that copies it. */
export function Copyable({ text, label, isCommand, isNew }: CopyableProps) {
  const { frame, t } = usePage();
  if (isNew) frame.focused = true;
  return (
    <div
      class="copyable"
      data-copy
      data-copy-label={t('copy.action')}
      data-copy-about={label}
      data-copy-done={t('copy.done')}
    >
      <code
        dir="ltr"
        class={isCommand ? 'command' : undefined}
        tabIndex={isCommand ? 0 : isNew ? -1 : undefined}
        autofocus={isNew}
        {...untranslatable}
      >
        {text}
      </code>
    </div>
  );
}
