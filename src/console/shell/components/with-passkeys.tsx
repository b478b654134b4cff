import type { ComponentChildren } from 'preact';
import { usePage } from '../rendering/use-page.js';

export interface WithPasskeysProps {
  children: ComponentChildren;
  [data: `data-${string}`]: unknown;
}

/** Wraps content that requires passkeys. Without browser support or scripts, the page shows a hint instead. */
export function WithPasskeys({ children, ...data }: WithPasskeysProps) {
  const { path, t } = usePage();
  return (
    <div class="passkey">
      <p class="hint">{t('security.passkey_unavailable')}</p>
      <div {...data} data-with-passkeys hidden>
        {children}
      </div>
      <script src={path('/console/assets/passkeys.js')} />
    </div>
  );
}
