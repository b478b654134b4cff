import { QuestionPage } from '../shell/question.page.js';
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
  return (
    <QuestionPage
      section="security"
      title={t(title)}
      lead={lead && t(lead)}
      label={t(title)}
      path={path}
      back="/console/security"
      harmless={change === 'replace'}
    >
      {endsCodes && <p class="lead">{t('security.codes_end')}</p>}
    </QuestionPage>
  );
}
