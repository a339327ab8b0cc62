import type { OutgoingResponse } from './outgoing-response.js';

/** RFC 9728, section 3. */
const wellKnown = '/.well-known/oauth-protected-resource';
/** `scope-token` of RFC 6749, section 3.3. It has no quotes, so that it fits into a challenge. */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

export interface ProtectedResourceOptions {
  /** The address of the API, as `RESOURCES` of Gatehouse has it. */
  resource: string;
  /** The `PUBLIC_URL` of Gatehouse. */
  issuer: string;
  /** What a client asks for first. Never `offline_access`, which is no matter of the API. */
  scopes?: readonly string[];
}

/** From which server a client gets tokens for an API (RFC 9728, section 2). */
export interface ResourceMetadata {
  resource: string;
  authorization_servers: string[];
  scopes_supported?: string[];
  bearer_methods_supported: string[];
}

/** With a response of Node as the second argument, as in Express and Connect, it answers there. Otherwise it returns the answer. */
export interface MetadataHandler {
  (request: unknown, response: OutgoingResponse): void;
  (request?: unknown, ...others: unknown[]): Response;
}

export interface ProtectedResource {
  metadata: ResourceMetadata;
  /**
   * Where clients look for it: first with the path of the resource, then without (Model Context Protocol 2026-07-28,
   * "Authorization Server Discovery").
   */
  paths: string[];
  handler: MetadataHandler;
}

/** Describes an API, so that a client that knows only its address can ask its user for a token. */
export function protectedResource({ resource, issuer, scopes = [] }: ProtectedResourceOptions): ProtectedResource {
  if (!issuer) throw new TypeError('a protected resource needs issuer');
  requireScopeTokens(scopes);
  const metadata: ResourceMetadata = {
    resource,
    authorization_servers: [issuer],
    ...(scopes.length > 0 && { scopes_supported: [...scopes] }),
    // RFC 6750, section 2.1. The verifier reads tokens nowhere else.
    bearer_methods_supported: ['header'],
  };
  const body = JSON.stringify(metadata);
  // Everybody may read it, also a client in a browser.
  const headers = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' };
  function handler(_request: unknown, response: OutgoingResponse): void;
  function handler(_request?: unknown, ...others: unknown[]): Response;
  function handler(_request?: unknown, response?: unknown): Response | undefined {
    if (!isOfNode(response)) return new Response(body, { headers });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.end(body);
    return undefined;
  }
  return { metadata, paths: [...new Set([wellKnown + pathOf(resource), wellKnown])], handler };
}

/** RFC 9728, section 3.1: the path of the resource stands behind the well-known one. */
export const metadataUrlOf = (resource: string): string => new URL(resource).origin + wellKnown + pathOf(resource);

/** `new URL(…).href` ends with a slash if there is no path. So both are one resource, and no other two are. */
export function audiencesOf(resource: string): string[] {
  if (pathOf(resource) !== '') return [resource];
  const bare = resource.replace(/\/$/, '');
  return [bare, `${bare}/`];
}

/** @throws TypeError for a text that would change the challenge */
export function requireScopeTokens(scopes: readonly string[]): void {
  const wrong = scopes.find((scope) => !scopeToken.test(scope));
  if (wrong !== undefined) throw new TypeError(`${JSON.stringify(wrong)} is no scope`);
}

/** Without the slash that stands for no path. RFC 8707, section 2, wants an absolute URI, and no fragment. */
function pathOf(resource: string): string {
  const { protocol, pathname, href } = new URL(resource);
  if (!/^https?:$/.test(protocol) || /[?#]/.test(href)) throw new TypeError(`${resource} cannot be a resource`);
  return pathname === '/' ? '' : pathname;
}

const isOfNode = (response: unknown): response is OutgoingResponse =>
  typeof response === 'object' && response !== null && 'setHeader' in response && 'end' in response;
