import type { ComponentChildren } from 'preact';
import { usePage } from '../rendering/use-page.js';

export interface WithPasskeysProps {
  children: ComponentChildren;
  [data: `data-${string}`]: unknown;
}

/** What needs passkeys: the page says so in its place where the browser has none, or runs no scripts. */
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
