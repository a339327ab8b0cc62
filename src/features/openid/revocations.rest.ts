import { challenge, clientErrors, oauthFailures } from '../../accounts/applications/oauth-errors.rest';
import { feedPageSize, type RevocationPage } from '../../accounts/sessions/revocation-feed';
import type { AccountRevocation } from '../../accounts/sessions/session';
import { exampleSession } from '../../accounts/sessions/session.answers';
import { exampleUser } from '../../accounts/users/user.answers';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { failureEnvelope, failureSchema, successEnvelope, successSchema } from '../../platform/rest/envelope';
import { errorRenderer } from '../../platform/rest/error-handler';
import { inputOf } from '../../platform/rest/input-reader';
import { about, object, string, uuid } from '../../platform/rest/json-schema';
import { type FailureForm, type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { revocations } from './oauth-clients.operations';
import type { OAuthTokenService } from './oauth-token.service';

const revision = { type: 'integer' } as const;

const accountSchema = object(
  {
    sub: about(uuid, 'The id of the user.'),
    rev: about(revision, 'Access tokens of the user whose `rev` is lower were revoked.'),
    kept: about(
      object({
        sid: about(uuid, 'The id of the session.'),
        rev: about(revision, 'Only the access tokens of this session whose `rev` is lower than this were revoked.'),
      }),
      'The session that did not end with the others. Missing if there is none.',
    ),
  },
  ['kept'],
);

const organizationSchema = object({
  org_id: about(uuid, 'The id of the organization.'),
  org_rev: about(revision, 'Access tokens for the organization whose `org_rev` is lower were revoked.'),
});

const envelope = successSchema(
  'RevocationsEnvelope',
  'One page of the revocations.',
  about(
    object({
      cursor: about(string, 'The client sends it as `after` the next time.'),
      sessions: {
        type: 'array',
        description: 'The ids (`sid`) of sessions that ended.',
        items: about(uuid, 'The id of a session.'),
      },
      accounts: {
        type: 'array',
        description: 'Accounts of which all sessions ended, or all except one, or whose access rights changed.',
        items: about(accountSchema, 'An account.'),
      },
      organizations: {
        type: 'array',
        description: 'Organizations that were disabled or deleted.',
        items: about(organizationSchema, 'An organization.'),
      },
    }),
    'The revocations.',
  ),
);

const failure: FailureForm = {
  schema: failureSchema,
  ...(oauthFailures.headers && { headers: oauthFailures.headers }),
  nameOf: (code) => code,
  bodyOf: failureEnvelope,
};

export function revocationRoutes(tokens: Pick<OAuthTokenService, 'revocations'>): RestRoute[] {
  return [
    routeOf(revocations, {
      openapi: () => ({
        description: `${revocations.does}\n\nA page has at most ${feedPageSize} entries; after such a page, the next one is there at once. A revocation is listed as long as the longest access token lives, and can be listed again.`,
        credentials: ['client'],
        failure,
        success: {
          description: 'The revocations since the cursor.',
          schema: envelope,
          example: toRevocationsBody(examplePage),
        },
        errors: clientErrors(),
      }),
      handlers: [
        async (req, res) => {
          sendJson(res, toRevocationsBody(await tokens.revocations(inputOf(revocations, req), contextOf(req, res))));
        },
      ],
      renderError: errorRenderer(failureEnvelope, challenge),
    }),
  ];
}

const toRevocationsBody = ({ cursor, sessionIds, accounts, organizations }: RevocationPage) =>
  successEnvelope(revocations.message, {
    cursor,
    sessions: sessionIds,
    accounts: accounts.map(toAccountRecord),
    organizations: organizations.map(({ organizationId, revision: rev }) => ({ org_id: organizationId, org_rev: rev })),
  });

function toAccountRecord({ userId, revision: rev, exceptSessionId, tokensRevision }: AccountRevocation) {
  const kept = exceptSessionId === null ? undefined : { sid: exceptSessionId, rev: tokensRevision };
  // JSON omits members without a value.
  return { sub: userId, rev, kept };
}

const examplePage: RevocationPage = {
  cursor: '1795212271123',
  sessionIds: [exampleSession.id],
  accounts: [{ userId: exampleUser.id, revision: 1, exceptSessionId: null, tokensRevision: 0 }],
  organizations: [{ organizationId: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de', revision: 1 }],
};
