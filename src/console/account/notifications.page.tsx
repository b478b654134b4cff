import { frequencies } from '../../language/application-data.js';
import { Card, Content } from '../shell/components/content.js';
import { Checkbox, Select } from '../shell/components/fields.js';
import { Form, Submit } from '../shell/components/form.js';
import { usePage, type FormState } from '../shell/rendering/use-page.js';

/** The choices of each frequency, in page order. */
const choices = [
  ['default_email_notification_frequency', frequencies.default_email_notification_frequencies],
  ['default_desktop_notification_frequency', frequencies.default_desktop_notification_frequencies],
  ['default_push_notification_frequency', frequencies.default_push_notification_frequencies],
  [
    'default_trending_email_notification_frequency',
    frequencies.default_trending_email_notification_frequencies,
  ],
] as const;

export function NotificationsPage({ form }: { form: FormState }) {
  const { t } = usePage();
  return (
    <Content title={t('layout.notifications')} section="notifications">
      <Card>
        <Form
          path="/console/notifications"
          id="notifications"
          state={form}
          isSettings
          fields={[
            ...choices.map(([name]) => name),
            'grouped_email_notification',
            'email_subscriptions',
          ]}
        >
          {choices.map(([name, words]) => (
            <Select
              key={name}
              name={name}
              options={words.map((value) => ({ value, label: t(`frequency.${value}`) }))}
            />
          ))}
          <Checkbox name="grouped_email_notification" />
          <Checkbox name="email_subscriptions" />
          <Submit label={t('form.save')} />
        </Form>
      </Card>
    </Content>
  );
}
