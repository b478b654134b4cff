import { usePage } from '../rendering/use-page.js';
import { TextField } from './fields.js';

export interface CodeFieldProps {
  /** The accepted codes. `both` asks for an authenticator code first, with a link to enter a recovery code instead. */
  accepts: 'app' | 'recovery' | 'both';
  /** Whether the field has the focus when the page opens. */
  focus?: boolean;
}

export function CodeField({ accepts, focus }: CodeFieldProps) {
  const { isRecovery, location = '', t } = usePage();
  if (accepts === 'recovery') return <TextField name="code" focus={focus} />;
  if (accepts === 'both' && isRecovery) {
    return (
      <>
        <input type="hidden" name="recovery" value="true" />
        <TextField name="code" focus />
      </>
    );
  }
  return (
    <>
      <TextField name="code" type="numeric" autocomplete="one-time-code" focus={focus} />
      {accepts === 'both' && (
        <a href={`${location}${location.includes('?') ? '&' : '?'}recovery=true`}>
          {t('second_step.recovery')}
        </a>
      )}
    </>
  );
}
