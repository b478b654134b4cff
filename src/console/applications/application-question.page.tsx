import type { MessageKey } from '../../language/catalogues/index.js';
import { usePage } from '../shell/rendering/use-page.js';
import { QuestionPage } from '../shell/question.page.js';

/** Application actions that require a confirmation, by the end of their path. */
export type ApplicationAction = 'token/regenerate' | 'token/revoke' | 'secret' | 'delete';

const texts = {
  'token/regenerate': {
    title: 'question.token_regenerate',
    lead: 'application.token_replace',
    label: 'application.token_regenerate',
  },
  'token/revoke': {
    title: 'question.token_revoke',
    lead: 'question.token_revoke_lead',
    label: 'application.token_revoke',
  },
  secret: {
    title: 'question.secret',
    lead: 'application.secret_kept',
    label: 'application.secret_rotate',
  },
  delete: {
    title: 'delete_application.title',
    lead: 'delete_application.lead',
    label: 'delete_application.submit',
  },
} as const satisfies Record<ApplicationAction, Record<'title' | 'lead' | 'label', MessageKey>>;

export interface ApplicationQuestionPageProps {
  application: { readonly id: string; readonly name: string };
  action: ApplicationAction;
}

export function ApplicationQuestionPage({ application, action }: ApplicationQuestionPageProps) {
  const { t } = usePage();
  const { title, lead, label } = texts[action];
  const back = `/console/applications/${application.id}`;
  return (
    <QuestionPage
      section="applications"
      title={t(title, { application: application.name })}
      lead={t(lead)}
      label={t(label)}
      path={`${back}/${action}`}
      back={back}
    />
  );
}
