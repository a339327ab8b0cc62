import { introspectionTexts as texts } from '../../accounts/applications/descriptions';
import { exampleSession } from '../../accounts/sessions/session.answers';
import { levels } from '../../accounts/tokens/authentication';
import { exampleUser } from '../../accounts/users/user.answers';
import { about, boolean, component, object, oneOf, string, uuid } from '../../platform/rest/json-schema';
import type { ActiveToken } from './oauth-token.service';

const seconds = { type: 'integer' } as const;

export const introspectionSchema = component('Introspection', 'The state of a token (RFC 7662, section 2.2).', () =>
  object(
    {
      active: about(boolean, texts.active),
      token_type: oneOf({ Bearer: 'An access token.', refresh_token: 'A refresh token.' }, texts.token_type),
      iss: about(string, texts.iss),
      sub: about(uuid, texts.sub),
      aud: about(string, texts.aud),
      client_id: about(string, texts.client_id),
      scope: about(string, texts.scope),
      sid: about(uuid, texts.sid),
      rev: about(seconds, texts.rev),
      jti: about(uuid, texts.jti),
      auth_time: about(seconds, texts.auth_time),
      acr: about({ type: 'string', enum: levels }, texts.acr),
      amr: about({ type: 'array', items: about(string, 'A method.') }, texts.amr),
      key_id: about(uuid, texts.key_id),
      roles: about({ type: 'array', items: about(string, 'The name of a role.') }, texts.roles),
      org_id: about(uuid, texts.org_id),
      org_slug: about(string, texts.org_slug),
      org_roles: about({ type: 'array', items: about(string, 'The name of a role.') }, texts.org_roles),
      org_rev: about(seconds, texts.org_rev),
      act: about(object({ sub: about(uuid, texts.act_sub) }), texts.act),
      iat: about(seconds, texts.iat),
      exp: about(seconds, texts.exp),
    },
    [
      'token_type',
      'iss',
      'sub',
      'aud',
      'client_id',
      'scope',
      'sid',
      'rev',
      'jti',
      'auth_time',
      'acr',
      'amr',
      'key_id',
      'roles',
      'org_id',
      'org_slug',
      'org_roles',
      'org_rev',
      'act',
      'iat',
      'exp',
    ],
  ),
);

/** Null for a token that is not active. JSON omits members without a value. */
export function toIntrospectionRecord(token: ActiveToken | null) {
  if (!token) return { active: false };
  if (token.kind === 'refresh') {
    return {
      active: true,
      token_type: 'refresh_token',
      iss: token.issuer,
      client_id: token.client?.id,
      scope: token.client?.scopes.join(' '),
      sub: token.userId,
      sid: token.sessionId,
      auth_time: toSeconds(token.authenticatedTs),
      acr: token.acr,
      amr: token.amr,
      iat: toSeconds(token.issuedTs),
      exp: toSeconds(token.expiresTs),
    };
  }
  const { claims } = token;
  return {
    active: true,
    token_type: 'Bearer',
    iss: claims.iss,
    sub: claims.sub,
    aud: claims.aud,
    client_id: claims.client_id,
    scope: claims.scope,
    sid: claims.sid,
    rev: claims.rev,
    jti: claims.jti,
    auth_time: claims.auth_time,
    acr: claims.acr,
    amr: claims.amr,
    key_id: claims.key_id,
    roles: claims.roles,
    org_id: claims.org_id,
    org_slug: claims.org_slug,
    org_roles: claims.org_roles,
    org_rev: claims.org_rev,
    act: claims.act,
    iat: claims.iat,
    exp: claims.exp,
  };
}

const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);

const issuer = 'https://id.example.com';

export const exampleActiveToken: ActiveToken = {
  kind: 'access',
  claims: {
    iss: issuer,
    aud: issuer,
    client_id: 'gatehouse',
    sub: exampleUser.id,
    sid: exampleSession.id,
    jti: '1eeb25bc-23cc-4484-852f-6f5f4e9216ef',
    auth_time: 1795195815,
    acr: 'aal1',
    amr: ['pwd'],
    iat: 1795195815,
    exp: 1795199415,
  },
};
