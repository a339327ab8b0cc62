/** oidc-provider has no types of its own. These are the parts that the tests use. */
declare module 'oidc-provider' {
  import type { JsonWebKey } from 'node:crypto';
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string | string[]): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  interface Client {
    clientId: string;
    grantTypeAllowed(type: string): boolean;
    backchannelLogout(sub: string, sid: string): Promise<void>;
  }

  interface Context {
    oidc: {
      client: Client;
      session: { accountId: string };
      params: { scope: string };
      requestParamOIDCScopes: Set<string>;
      /** By the resource of the request. */
      resourceServers: Record<string, ResourceServer>;
      result?: { consent?: object };
    };
  }

  interface ResourceServer {
    scope: string;
    audience?: string;
    accessTokenFormat: 'jwt';
  }

  interface Feature {
    enabled: boolean;
    /** The version of an experimental feature that is expected. */
    ack?: string;
    /** Of `resourceIndicators`. */
    getResourceServerInfo?(ctx: Context, resource: string, client: Client): ResourceServer;
    useGrantedResource?(ctx: Context, model: unknown): boolean;
    /** Of `clientIdMetadataDocument`. */
    allowFetch?(ctx: Context | undefined, clientId: string): boolean;
  }

  type Result = { login: { accountId: string } } | { consent: object } | { error: string; error_description: string };

  interface Configuration {
    clients: Record<string, unknown>[];
    jwks: { keys: JsonWebKey[] };
    cookies: { keys: string[]; long?: { sameSite: 'none' } };
    enableHttpPostMethods?: boolean;
    scopes?: string[];
    claims: Record<string, string[]>;
    conformIdTokenClaims?: boolean;
    responseTypes?: string[];
    pkce: { required(ctx: Context, client: Client): boolean };
    features: Record<string, Feature>;
    ttl: Record<string, number>;
    rotateRefreshToken?: boolean;
    fetch?(url: string, options: RequestInit & { dispatcher?: unknown }): Promise<Response>;
    interactions: { url(ctx: Context, interaction: { uid: string }): string };
    findAccount(ctx: Context, sub: string): { accountId: string; claims(): { sub: string } } | undefined;
    loadExistingGrant(ctx: Context): Promise<Grant | undefined>;
    renderError(ctx: { type: string; body: string }, out: { error: string; error_description?: string }): void;
  }

  export const errors: { InvalidTarget: new () => Error };

  export default class Provider {
    constructor(issuer: string, configuration: Partial<Configuration>);
    readonly Client: { find(id: string): Promise<Client | undefined> };
    readonly Grant: new (properties: {
      accountId: string;
      clientId: string;
    }) => Grant;
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>;
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<{ prompt: { name: string } }>;
    interactionFinished(
      req: IncomingMessage,
      res: ServerResponse,
      result: Result,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
