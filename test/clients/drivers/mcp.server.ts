import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  McpServer,
  oauthMetadataResponse,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
  requireScopes,
  type AuthInfo,
  type OAuthMetadata,
} from '@modelcontextprotocol/server';
import * as openid from 'openid-client';
import { listen, newOrigin, type Applications } from './applications.js';
import { callback } from './authorization.code.js';
import { runCommand } from './service.process.js';

/** The scopes that the server names to a client without a token. */
export interface Hints {
  /** The scopes in the challenge of a 401. */
  readonly inChallenge?: string[];
  /** The scopes in the metadata of the resource. */
  readonly inMetadata?: string[];
}

/** An MCP server whose authorization server is the service. It is a resource with its own scopes. */
export interface ProtectedMcpServer {
  /** The URL of the server, and the identifier of the resource. */
  readonly url: string;
  hints: Hints;
  stop(): void;
}

export async function startMcpServer(applications: Applications): Promise<ProtectedMcpServer> {
  const { service } = applications;
  const { port, origin } = await newOrigin();
  const url = `${origin}/mcp`;
  const { client_id, client_secret } = await applications.register(callback);
  const creation = runCommand(
    service,
    `resource create ${url} --name Notes --client ${client_id} \
      --scope 'notes:read=View your notes' --scope 'notes:write=Change your notes'`,
  );
  const execute = [openid.allowInsecureRequests];
  const config = await openid.discovery(new URL(service.url), client_id, client_secret, undefined, {
    execute,
  });
  await creation;

  const verifyAccessToken = async (token: string): Promise<AuthInfo> => {
    const introspection = await openid.tokenIntrospection(config, token);
    const { active, aud, client_id: clientId = '', scope = '', exp, sub } = introspection;
    if (!active) throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token has ended');
    return {
      token,
      clientId,
      scopes: scope.split(' '),
      ...(exp !== undefined && { expiresAt: exp }),
      resource: new URL(aud as string),
      extra: { sub },
    };
  };
  const handler = createMcpHandler(({ authInfo }) => {
    const notes = new McpServer({ name: 'Notes', version: '1.0.0' });
    const say = (text: string) => ({ content: [{ type: 'text' as const, text }] });
    notes.registerTool('list_notes', {}, () => say(`Notes of ${authInfo!.extra!.sub as string}`));
    const scopeChallenge = requireScopes('notes:read', 'notes:write');
    notes.registerTool('add_note', { scopeChallenge }, () => say('Added'));
    return notes;
  });
  const server = { url, hints: {} as Hints, stop: () => undefined as void };
  const resourceServerUrl = new URL(url);
  const answer = async (request: Request): Promise<Response> => {
    const { inChallenge = [], inMetadata } = server.hints;
    const metadata = oauthMetadataResponse(request, {
      oauthMetadata: config.serverMetadata() as OAuthMetadata,
      resourceServerUrl,
      ...(inMetadata && { scopesSupported: inMetadata }),
    });
    if (metadata) return metadata;
    const authenticate = requireBearerAuth({
      verifier: { verifyAccessToken },
      expectedResource: resourceServerUrl,
      requiredScopes: inChallenge,
      resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resourceServerUrl),
    });
    const authInfo = await authenticate(request);
    return authInfo instanceof Response ? authInfo : handler.fetch(request, { authInfo });
  };
  const respond = toNodeHandler({ fetch: answer });
  server.stop = await listen(port, (request, response) => void respond(request, response));
  return server;
}
