import { Card, Content } from '../shell/components/content.js';
import { untranslatable } from '../shell/components/copyable.js';
import { CsrfFields, ReturnTo, Submit } from '../shell/components/form.js';
import { usePage } from '../shell/rendering/use-page.js';

interface RecoveryCodesPageProps {
  codes: readonly string[];
  /** The URL or path of the next page, with the host's prefix. Default: the security page */
  next?: string;
  /** Whether a mail asks to confirm the address. Default: false */
  isMailed?: boolean;
}

/** Shows new recovery codes, which are never shown again. The user continues after stating that they are saved. */
export function RecoveryCodesPage({ codes, next, isMailed }: RecoveryCodesPageProps) {
  const { frame, path, t } = usePage();
  const returnTo = next ?? path('/console/security');
  frame.showsSecret = true;
  frame.reopensAt = returnTo;
  return (
    <Content title={t('security.codes')} section="security" bare={next !== undefined}>
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
        <form class="form" method="post" action={path('/console/set-up-factor/continue')}>
          <CsrfFields />
          <ReturnTo value={returnTo} />
          <div class="field checkbox">
            <input type="checkbox" id="codes-saved" required />
            <label for="codes-saved">{t('security.codes_saved')}</label>
          </div>
          <Submit label={t('form.continue')} />
        </form>
      </Card>
    </Content>
  );
}
