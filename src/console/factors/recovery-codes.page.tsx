import { ButtonLink, Card, Content } from '../shell/components/content.js';
import { untranslatable } from '../shell/components/copyable.js';
import { usePage } from '../shell/rendering/use-page.js';

interface RecoveryCodesPageProps {
  codes: readonly string[];
  /** The path of the page that the user requested, with the host's prefix. Default: the security page */
  next?: string;
  /** Whether a mail asks to confirm the address. Default: false */
  isMailed?: boolean;
}

/** Shows new recovery codes, which are never shown again. */
export function RecoveryCodesPage({ codes, next, isMailed }: RecoveryCodesPageProps) {
  const { frame, t } = usePage();
  frame.showsSecret = true;
  return (
    <Content title={t('security.codes')} section="security" narrow>
      <Card lead={t('security.codes_once')}>
        <ul
          class="codes"
          dir="ltr"
          data-copy
          data-copy-label={t('copy.action')}
          data-copy-about={t('security.codes')}
          data-copy-done={t('copy.done')}
          data-download-label={t('export_account.submit')}
          data-print-label={t('form.print')}
          {...untranslatable}
        >
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        {isMailed && <p>{t('notice.verification_sent')}</p>}
        {next === undefined ? (
          <ButtonLink path="/console/security" label={t('form.continue')} look="primary" />
        ) : (
          <a class="button primary" href={next}>
            {t('form.continue')}
          </a>
        )}
      </Card>
    </Content>
  );
}
