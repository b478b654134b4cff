import { Card, Content } from '../shell/components/content.js';
import { ReturnTo } from '../shell/components/form.js';
import { PasskeyForm } from '../shell/components/passkey-form.js';
import { usePage, type FormState } from '../shell/rendering/use-page.js';

interface PasskeyOfferPageProps {
  form: FormState;
  /** The WebAuthn creation options, as JSON. */
  options: string;
  /** The name of the new passkey. */
  name: string;
  /** The path of the page that the user requested, with the host's prefix. */
  next: string;
  returnTo?: string | undefined;
}

/** Offers a passkey after a sign-in with a password alone. */
export function PasskeyOfferPage({ form, options, name, next, returnTo }: PasskeyOfferPageProps) {
  const { application, t } = usePage();
  return (
    <Content
      title={t('passkey_offer.title')}
      lead={application && t('sign_in.continue', { application })}
      narrow
      bare
    >
      <Card lead={t('passkey_offer.lead')}>
        <PasskeyForm
          path="/console/passkey-offer"
          id="passkey-offer"
          state={form}
          fields={[]}
          creates
          options={options}
          label={t('security.passkey_add')}
        >
          <ReturnTo value={returnTo} />
          <input type="hidden" name="name" value={name} />
        </PasskeyForm>
      </Card>
      <p class="beside">
        <a href={next} data-passkey-later>
          {t('passkey_offer.later')}
        </a>
      </p>
    </Content>
  );
}
