import { createHash, randomBytes } from 'node:crypto';
import { PageClient } from '../../support/clients/page-client.js';
import type { RunningService } from './service.process.js';

export const callback = 'https://app.example/callback';

/**
 * Obtains a code for this client from the demo user in a browser, with its verifier.
 *
 * @param request further parameters of the request
 */
export async function authorizationCode(
  { url, email, password }: RunningService,
  clientId: string,
  request: Record<string, string> = { scope: 'account:read' },
): Promise<{ code: string; code_verifier: string; redirect_uri: string }> {
  const page = new PageClient(url);
  await page.signIn(email, password);
  const verifier = randomBytes(32).toString('base64url');
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callback,
    ...request,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  await page.open(`/oauth/authorize?${parameters}`);
  const { location = '' } = await page.submit('/oauth/authorize', { decision: 'allow' });
  const code = new URL(location).searchParams.get('code') ?? '';
  return { code, code_verifier: verifier, redirect_uri: callback };
}
