import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type FetchLike,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import assert from 'node:assert/strict';
import type { Applications } from './applications.js';

/** The authorization of an MCP client that is registered with the service, for a user who always consents. */
export class RegisteredClient implements OAuthClientProvider {
  stored: StoredOAuthTokens | undefined;
  /** The authorization requests so far, and the response to the last one. */
  readonly asked: URLSearchParams[] = [];
  response = new URLSearchParams();
  private verifier = '';
  private discovered: OAuthDiscoveryState | undefined;

  constructor(
    private readonly applications: Applications,
    readonly redirectUrl: string,
    private readonly information: StoredOAuthClientInformation,
    private readonly metadata: Partial<OAuthClientMetadata> = {},
  ) {}

  get clientMetadata(): OAuthClientMetadata {
    return { redirect_uris: [this.redirectUrl], ...this.metadata };
  }

  /** Names the issuer, so that the credentials are sent to no other. */
  clientInformation(): StoredOAuthClientInformation {
    return { ...this.information, issuer: this.applications.service.url };
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.stored;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.stored = tokens;
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    this.asked.push(url.searchParams);
    this.response = (await this.applications.allowed(url)).searchParams;
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovered = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovered;
  }
}

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
  readonly status: number;
}

/** The SDK that connects a client. */
export const sdk = { Client, StreamableHTTPClientTransport, UnauthorizedError };

/** A connection of an MCP client to a server. It records the requests of the client, including token requests. */
export class McpConnection {
  readonly sent: SentRequest[] = [];
  private client!: Client;
  private transport!: StreamableHTTPClientTransport;

  constructor(
    private readonly url: string,
    private readonly provider: OAuthClientProvider & { readonly response?: URLSearchParams },
    private readonly library = sdk,
  ) {}

  /** Connects. If the server requires a token that needs the user's consent, obtains it and connects again. */
  async open(): Promise<void> {
    await this.withAuthorization(async () => {
      this.transport = new this.library.StreamableHTTPClientTransport(new URL(this.url), {
        authProvider: this.provider,
        fetch: this.record,
      });
      this.client = new this.library.Client({ name: 'Notes reader', version: '1.0.0' });
      await this.client.connect(this.transport);
    });
  }

  /** Calls a tool. Returns its text. */
  async call(name: string): Promise<string> {
    const { content } = await this.withAuthorization(() => this.client.callTool({ name }));
    const [first] = content;
    assert.equal(first?.type, 'text');
    return first.text;
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private async withAuthorization<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const { response } = this.provider;
      if (!(error instanceof this.library.UnauthorizedError) || !response) throw error;
      await this.transport.finishAuth(response.get('code')!, response.get('iss')!);
      return work();
    }
  }

  private readonly record: FetchLike = async (url, init) => {
    const response = await fetch(url, init);
    const { method = 'GET', headers, body } = init ?? {};
    this.sent.push({
      method,
      url: String(url),
      headers: new Headers(headers),
      body: String(body ?? ''),
      status: response.status,
    });
    return response;
  };
}
