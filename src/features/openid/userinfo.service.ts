import { applicationReasons } from '../../accounts/applications/applications.reasons';
import { audienceOf } from '../../accounts/applications/client-audience';
import type { AuthenticatingClient } from '../../accounts/applications/oauth-client.store';
import { scopesFor } from '../../accounts/applications/protected-resource';
import { type Authenticator, bearerTokenOf } from '../../accounts/auth/authenticator';
import type { AccessTokens } from '../../accounts/tokens/access-token';
import { accessTokenRejected, accountRejected } from '../../accounts/tokens/access-token-rejection';
import { tokenReasons } from '../../accounts/tokens/tokens.reasons';
import type { Person } from '../../accounts/users/user';
import type { Lookup } from '../../platform/db/lookup';
import { AppError } from '../../platform/errors/app-error';
import { nameCaller, type RunOperation, readInput } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import type { Claims, OpenidClaims } from './openid-claims';
import { userinfo } from './userinfo.operations';

export interface UserinfoServiceNeeds {
  operation: RunOperation;
  authenticator: Authenticator;
  lookups: { people: Lookup<Person>; clients: Lookup<AuthenticatingClient> };
  openidClaims: Pick<OpenidClaims, 'of'>;
  accessTokens: Pick<AccessTokens, 'settings'>;
}

export type Userinfo = Claims & { sub: string };

/** Returns the claims about the user of an access token (OpenID Connect Core 1.0, section 5.3). */
export class UserinfoService {
  constructor(private readonly needs: UserinfoServiceNeeds) {}

  /** The values are those of now. @throws AppError `UNAUTHENTICATED` also for a token for a resource, which a third party got */
  find(input: unknown, context: RequestContext): Promise<Userinfo> {
    return this.needs.operation(userinfo, context, async (subject) => {
      const { accessToken } = readInput(userinfo, input, context);
      // RFC 6750, section 2: one way in a request.
      if (accessToken !== undefined && context.authorization !== null)
        throw new AppError('MALFORMED_REQUEST', {
          msg: 'Send the access token in the header or in the form, not both.',
        });
      const token = accessToken ?? bearerTokenOf(context);
      const { authenticator, accessTokens, lookups } = this.needs;
      const issued = await authenticator.authenticateIssued(token, context.timings);
      const { clientId, audience, scopes } = issued;
      // A token without scopes is of no application, so it is rejected before an application is looked for.
      const principal = issued.principal?.scopes
        ? issued.principal
        : authenticator.authorizeApplication(issued, userinfo);
      nameCaller(principal, subject, context);
      const { people, clients } = lookups;
      const [person, found] = await context.timings.measure('database', () =>
        Promise.all([people.findById(principal.userId), clients.findById(clientId)]),
      );
      if (!person || person.user.disabled) throw accountRejected(person);
      if (!found || found.client.disabledTs) throw accessTokenRejected(applicationReasons['unknown client']);
      // The API for which the token is would otherwise learn the address of everyone who calls it (RFC 8707, section 2).
      const isForUs = found.client.firstParty || audience === audienceOf(found.client, scopes, accessTokens.settings);
      if (!isForUs) throw accessTokenRejected(tokenReasons['wrong audience']);
      // Only now: the client of a token for a resource must not ask for more scopes in vain.
      authenticator.authorizeApplication(issued, userinfo);
      // A scope that was taken from the client a moment ago gives nothing.
      const open = scopesFor(found.client, null);
      const allowed = scopes.filter((scope) => open.includes(scope));
      const claims = await this.needs.openidClaims.of(person, allowed, context.timings);
      return Object.assign({ sub: person.user.id }, claims);
    });
  }
}
