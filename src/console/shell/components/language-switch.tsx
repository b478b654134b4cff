import { languageChoices } from '../rendering/language-choices.js';
import { languageTag } from '../../../language/language-codes.js';
import { usePage } from '../rendering/use-page.js';
import { CsrfFields } from './action.js';

/**
 * Lets visitors choose the language of the pages in this browser. Each button also submits the first form of the page,
 * to show the entered values again.
 */
export function LanguageSwitch() {
  const { frame, language, path, t } = usePage();
  const choices = languageChoices();
  const action = path('/console/language');
  const current = choices.find(({ code }) => code === language.code);
  return (
    <details class="languages">
      <summary>
        {t('field.language_code')}: <bdi>{current?.name}</bdi>
      </summary>
      <form method="post" action={action}>
        <CsrfFields />
        {choices.map(({ code, name }) => (
          <button
            key={code}
            {...(frame.form && { form: frame.form, formaction: action })}
            name="language"
            value={code}
            lang={languageTag(code)}
            class="button quiet"
            aria-current={code === language.code ? 'true' : undefined}
          >
            {name}
          </button>
        ))}
      </form>
    </details>
  );
}
