import { ButtonLink, Card, Content } from '../components/content.js';
import { usePage } from '../rendering/use-page.js';

/** For translation by browsers; Preact's types declare the attribute as a boolean, HTML does not. */
const untranslatable = { translate: 'no' } as object;

/** New recovery codes, which are never shown again. */
export function RecoveryCodesPage({ codes }: { codes: readonly string[] }) {
  const { t } = usePage();
  return (
    <Content title={t('security.codes')} section="security" narrow>
      <Card lead={t('security.codes_once')}>
        <ul class="codes" dir="ltr" {...untranslatable}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <ButtonLink path="/console/security" label={t('layout.security')} look="primary" />
      </Card>
    </Content>
  );
}
