import { languageChoices } from '../rendering/language-choices.js';
import { languageTag } from '../../language/language-codes.js';
import { usePage } from '../rendering/use-page.js';
import { CsrfFields } from './action.js';

/**
 * Lets visitors who are not signed in choose a language; an account has its own. Each button also submits the form of
 * the page, to show the entered values again.
 */
export function LanguageSwitch() {
  const { frame, language, path, t } = usePage();
  const choices = languageChoices();
  const current = choices.find(({ code }) => code === language.code);
  return (
    <details class="languages">
      <summary>
        {t('field.language_code')}: <bdi>{current?.name}</bdi>
      </summary>
      <form method="post" action={path('/console/language')}>
        <CsrfFields />
        {choices.map(({ code, name }) => (
          <button
            key={code}
            type="submit"
            form={frame.form}
            formaction={path('/console/language')}
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
