import { usePage } from '../rendering/use-page.js';

/** Excludes text from browser translation. Preact's types declare the attribute as a boolean, HTML does not. */
export const untranslatable: object = { translate: 'no' };

interface CopyableProps {
  text: string;
  label: string;
  /** Whether the text is a terminal command, which scrolls if it is too long. */
  isCommand?: boolean;
  /** Whether people type the text, so that it is shown in groups of four characters. */
  isTyped?: boolean;
  /** Whether the page was opened to show this text, which then has the focus. */
  isNew?: boolean;
}

/** Shows text to copy. One click selects all of it, and a script adds a copy button. */
export function Copyable({ text, label, isCommand, isTyped, isNew }: CopyableProps) {
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
        {isTyped ? text.match(/.{1,4}/g)!.map((group) => <span>{group}</span>) : text}
      </code>
    </div>
  );
}
