import { Card, Content } from '../shell/components/content.js';
import { usePage } from '../shell/rendering/use-page.js';

export interface FormPostPageProps {
  redirectUri: string;
  /** The host, or the scheme of an app, that receives the form. */
  destination: string;
  parameters: Readonly<Record<string, string>>;
}

/** Sends the response to an OAuth client as a form. A script submits it; without scripts, its button does. */
export function FormPostPage({ redirectUri, destination, parameters }: FormPostPageProps) {
  const { t } = usePage();
  return (
    <Content title={t('form.continue')} bare>
      <Card lead={t('consent.destination', { destination })}>
        <form class="form" method="post" action={redirectUri} data-submitted-at-once>
          {Object.entries(parameters).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div class="buttons">
            <button type="submit" class="button primary">
              {t('form.continue')}
            </button>
          </div>
        </form>
      </Card>
    </Content>
  );
}
