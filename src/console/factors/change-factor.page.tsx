import { Action } from '../shell/components/action.js';
import { ButtonLink, Card, Content } from '../shell/components/content.js';
import { usePage } from '../shell/rendering/use-page.js';

const texts = {
  remove: {
    path: '/console/security/authenticator/remove',
    title: 'security.app_remove',
    lead: 'security.app_remove_lead',
  },
  replace: {
    path: '/console/security/recovery-codes',
    title: 'security.codes_replace',
    lead: undefined,
  },
} as const;

export interface ChangeFactorPageProps {
  change: keyof typeof texts;
  /** Whether the change also deletes the recovery codes. */
  endsCodes: boolean;
}

/** Asks before a factor changes or recovery codes end. */
export function ChangeFactorPage({ change, endsCodes }: ChangeFactorPageProps) {
  const { t } = usePage();
  const { path, title, lead } = texts[change];
  const isDanger = change === 'remove';
  return (
    <Content title={t(title)} section="security" narrow>
      <Card lead={lead && t(lead)} danger={isDanger}>
        {endsCodes && <p class="lead">{t('security.codes_end')}</p>}
        <div class="buttons">
          <Action path={path} label={t(title)} look={isDanger ? 'danger' : 'primary'} />
          <ButtonLink path="/console/security" label={t('form.cancel')} />
        </div>
      </Card>
    </Content>
  );
}
