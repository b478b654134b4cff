import type { ComponentChildren } from 'preact';
import { Action } from './components/action.js';
import { ButtonLink, Card, Content } from './components/content.js';
import type { Section } from './rendering/page.js';
import { usePage } from './rendering/use-page.js';

export interface QuestionPageProps {
  section: Section;
  title: string;
  /** The consequences. */
  lead?: string;
  /** The label of the button, and the path it posts to. */
  label: string;
  path: string;
  /** The path of the page to return to. */
  back: string;
  children?: ComponentChildren;
}

/** Asks before an action that cannot be undone. */
export function QuestionPage({
  section,
  title,
  lead,
  label,
  path,
  back,
  children,
}: QuestionPageProps) {
  const { t } = usePage();
  return (
    <Content title={title} section={section} narrow>
      <Card lead={lead} danger>
        {children}
        <div class="buttons">
          <Action path={path} label={label} look="danger" />
          <ButtonLink path={back} label={t('form.cancel')} />
        </div>
      </Card>
    </Content>
  );
}
