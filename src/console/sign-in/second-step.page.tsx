import type { SecondFactorMethod } from '../../factors/factors.service.js';
import { Action, Content } from '../shell/components/content.js';
import { ReturnTo } from '../shell/components/form.js';
import type { PasskeyPageProps } from '../shell/components/passkey-form.js';
import { SecondFactor } from '../shell/components/second-factor.js';
import { usePage } from '../shell/rendering/use-page.js';

interface SecondStepPageProps extends PasskeyPageProps {
  email: string;
  methods: readonly SecondFactorMethod[];
}

export function SecondStepPage({ email, ...props }: SecondStepPageProps) {
  const { application, t } = usePage();
  const lead = (
    <>
      {application && <span class="line">{t('sign_in.continue', { application })}</span>}
      <strong>
        <bdi class="email">{email}</bdi>
      </strong>
    </>
  );
  return (
    <Content title={t('second_step.title')} lead={lead} narrow>
      <SecondFactor
        path="/console/second-step"
        passkeyPath="/console/second-step/passkey"
        id="second-step"
        label={t('sign_in.submit')}
        {...props}
      />
      <div class="beside">
        <Action path="/console/sign-out" label={t('second_step.account')} look="quiet">
          <ReturnTo value={props.returnTo} />
        </Action>
      </div>
    </Content>
  );
}
