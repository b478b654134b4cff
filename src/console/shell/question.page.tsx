import type { ComponentChildren } from 'preact';
import { Action, Buttons, Card, Content } from './components/content.js';
import type { Section } from './console.options.js';

interface QuestionPageProps {
  section: Section;
  title: string;
  lead?: string;
  /** The label of the button, and the path it posts to. */
  label: string;
  path: string;
  back: string;
  /** Whether the action loses no data, so that its button does not warn. Default: false */
  harmless?: boolean;
  children?: ComponentChildren;
}

export function QuestionPage(props: QuestionPageProps) {
  const { section, title, lead, label, path, back, harmless = false, children } = props;
  return (
    <Content title={title} section={section} narrow>
      <Card lead={lead} danger={!harmless}>
        {children}
        <Buttons cancel={back}>
          <Action path={path} label={label} look={harmless ? 'primary' : 'danger'} />
        </Buttons>
      </Card>
    </Content>
  );
}
