import type { ComponentChildren } from 'preact';
import { Action } from '../components/action.js';
import { ButtonLink, Card, Content } from '../components/content.js';
import type { Section } from '../rendering/page.js';
import { usePage } from '../rendering/use-page.js';

export interface QuestionPageProps {
  section: Section;
  /** The question. */
  title: string;
  /** What follows from it. */
  lead?: string;
  /** What the button says, and the path it posts to. */
  label: string;
  path: string;
  /** The path of the page that asks nothing of the kind. */
  back: string;
  children?: ComponentChildren;
}

/** Asks before something is done that cannot be undone. */
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
