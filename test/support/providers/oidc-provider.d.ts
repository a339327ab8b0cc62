/** oidc-provider has no types of its own. These are the parts that the tests use. */
declare module 'oidc-provider' {
  import type { JsonWebKey } from 'node:crypto';
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    oidc: { client: { clientId: string }; session: { accountId: string }; params: { scope: string } };
  }

  interface Configuration {
    clients: Record<string, unknown>[];
    jwks: { keys: JsonWebKey[] };
    cookies: { keys: string[] };
    claims: Record<string, string[]>;
    conformIdTokenClaims: boolean;
    pkce: { required(): boolean };
    features: Record<string, { enabled: boolean }>;
    ttl: Record<string, number>;
    interactions: { url(ctx: Context, interaction: { uid: string }): string };
    findAccount(ctx: Context, sub: string): { accountId: string; claims(): { sub: string } } | undefined;
    loadExistingGrant(ctx: Context): Promise<Grant>;
    renderError(ctx: { type: string; body: string }, out: { error: string; error_description?: string }): void;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Grant: new (properties: {
      accountId: string;
      clientId: string;
    }) => Grant;
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>;
    interactionFinished(
      req: IncomingMessage,
      res: ServerResponse,
      result: { login: { accountId: string } } | { error: string; error_description: string },
    ): Promise<void>;
  }
}
