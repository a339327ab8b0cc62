import { accessDetails } from '../../accounts/applications/access-details';
import { applicationActions } from '../../accounts/applications/applications.audit';
import { applicationReasons } from '../../accounts/applications/applications.reasons';
import { type Access, allowed, covers } from '../../accounts/applications/consent';
import type { ConsentStore } from '../../accounts/applications/consent.store';
import { type OAuthClient, shownNameOf } from '../../accounts/applications/oauth-client';
import type { OAuthClientStore } from '../../accounts/applications/oauth-client.store';
import type { ProtectedResource, ProtectedResources } from '../../accounts/applications/protected-resource';
import { redirectUriKindOf } from '../../accounts/applications/redirect-uri';
import type { PageSession } from '../../accounts/auth/page-sessions';
import type { Reauthentication } from '../../accounts/auth/reauthentication';
import type { OrganizationStore } from '../../accounts/memberships/organization.store';
import type { SessionStore } from '../../accounts/sessions/session.store';
import { isAtLeast } from '../../accounts/tokens/authentication';
import { tokenReasons } from '../../accounts/tokens/tokens.reasons';
import type { Organization } from '../../accounts/users/organization';
import type { UserStore } from '../../accounts/users/user.store';
import type { UserChangesStore } from '../../accounts/users/user-changes.store';
import type { WayInMailStores, WayInMails } from '../../accounts/users/way-in-mails';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError, invalidField } from '../../platform/errors/app-error';
import type { OneTimeToken, TokenDetails } from '../../platform/one-time-tokens/one-time-token';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens, ProvenToken } from '../../platform/one-time-tokens/one-time-tokens';
import type { AuditSubject, RunOperation } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { RequestTimings } from '../../platform/request/request-timings';
import type { Clock } from '../../platform/runtime/clock';
import { uuidv7 } from '../../platform/runtime/uuid';
import {
  type AuthorizationAnswer,
  type AuthorizationErrorName,
  type AuthorizationProblem,
  type AuthorizationRequest,
  answerTo,
  checkAuthorizationRequest,
  consentRuleOf,
  formActionOf,
  fromDetails,
  isProblem,
  isRegistered,
  type Parameters,
  targetOf,
  toDetails,
} from './authorization-request';
import { ClientDocumentError } from './client-document-error';
import type { ReadDocument } from './client-documents';
import { type AskingClient, type ClientResolver, toDocumentedClient } from './client-resolver';
import type { IdTokens } from './id-tokens';
import { openidLimits } from './openid.limits';
import { decideAuthorization, startAuthorization } from './openid.operations';
import { openidPurposes } from './openid.purposes';
import type { OpenidCounts } from './openid-counts';

/** Seconds. No document says one. How long a person can take to sign in: the page can wait behind a lunch. */
const requestS = 3600;
/** Seconds. No document says one. How long a sign-in during the request is the one that the client asked for (`prompt`, `max_age`). */
const proofS = 600;
/** RFC 6749, section 4.1.2, recommends ten minutes at most. The client's server redeems it at once. */
const codeS = 60;
/** Nobody has this id: the hint of a client cannot be read. */
const nobody = 'nobody';

/** Who continues with a request. */
export interface AuthorizingPerson {
  /** Null if nobody is signed in. */
  session: PageSession | null;
  /** Whether a super admin acts as a user. */
  isActing: boolean;
}

/** What has to happen next. */
export type AuthorizationStep =
  | { kind: 'login' }
  | { kind: 'step-up'; needsFactor: boolean }
  | ({ kind: 'consent' } & Pick<Waiting, 'client' | 'request' | 'resource' | 'organization'>)
  | { kind: 'answer'; answer: AuthorizationAnswer };

/** What the pages need that a person sees on the way to a client. */
export interface WaitingAuthorization {
  clientName: string;
  /** A source for `form-action`: browsers also apply it to redirects after a form. */
  formAction: string;
  loginHint: string | null;
  /** Whether the person of this session has to sign in again. */
  needsLogin(session: PageSession): boolean;
}

export interface OverAuthorization {
  clientName: string;
  /** The first page of the site to which the person would have gone back. */
  home: string;
}

export interface AuthorizationServiceNeeds {
  operation: RunOperation;
  stores: {
    consents: Pick<ConsentStore, 'find'>;
    users: Pick<UserStore, 'findCredentialsById'>;
    transaction: Transact<{
      oneTimeTokens: OneTimeTokenStore;
      userChanges: Pick<UserChangesStore, 'lock'>;
      sessions: Pick<SessionStore, 'revocationOf'>;
      oauthClients: Pick<OAuthClientStore, 'saveDocumented'>;
      consents: ConsentStore;
      users: WayInMailStores['users'];
      messages: WayInMailStores['messages'];
      audit: Pick<AuditStore, 'insert'>;
    }>;
  };
  clients: ClientResolver;
  /** The origins of applications, which are read again after a new one. */
  clientOrigins: { expire(): void };
  reauthentication: Pick<Reauthentication, 'missingProof'>;
  wayInMails: WayInMails;
  oneTimeTokens: OneTimeTokens;
  rateLimits: Pick<RateLimits, 'attempt'>;
  idTokens: Pick<IdTokens, 'read'>;
  counts: OpenidCounts;
  resources: ProtectedResources;
  /** Null without ORGANIZATIONS. */
  organizations: Pick<OrganizationStore, 'findNamed'> | null;
  issuer: string;
  /** Whether a page lets people add a second factor. */
  addsFactors: boolean;
  clock: Clock;
}

interface Waiting {
  proven: ProvenToken;
  request: AuthorizationRequest;
  client: OAuthClient;
  /** Null without one. */
  resource: ProtectedResource | null;
  /** In whose name the client asks. Null without one, and before it is looked for. */
  organization: Organization | null;
  startedTs: Date;
  /** Of the person. Null if nobody is signed in, or a super admin acts as the user. */
  session: PageSession | null;
}

type Decision = 'allow' | 'deny';

/** The authorization endpoint (RFC 6749, section 3.1; OpenID Connect Core 1.0, section 3.1.2). */
export class AuthorizationService {
  constructor(private readonly needs: AuthorizationServiceNeeds) {}

  /**
   * Checks the request of a client, and returns the text with which the browser continues, or an answer to the client.
   * @param form the parameters of the URL or of the form. Null if they are malformed or one occurs twice
   */
  async start(
    form: Parameters | null,
    context: RequestContext,
  ): Promise<{ request: string } | { answer: AuthorizationAnswer }> {
    // Outside the time limit of operations: a fetch has its own.
    const [asking] = await Promise.allSettled([this.needs.clients.ask(form?.get('client_id') ?? '', context)]);
    return this.needs.operation(startAuthorization, context, (subject) =>
      this.needs.rateLimits.attempt([openidLimits.AUTHORIZE_NETWORK], context, async () => {
        if (asking.status === 'fulfilled') {
          return context.timings.measure('database', () => this.startCounted(form, asking.value));
        }
        const error: unknown = asking.reason;
        if (error instanceof ClientDocumentError) subject.clientDocument = error.audited;
        throw error;
      }),
    );
  }

  private async startCounted(
    form: Parameters | null,
    asking: AskingClient,
  ): Promise<{ request: string } | { answer: AuthorizationAnswer }> {
    if (form === null) {
      throw new AppError('MALFORMED_REQUEST', { msg: 'The parameters are malformed, or one occurs twice.' });
    }
    const client = await this.clientOf(asking);
    const { document } = asking;
    const redirectUri = form.get('redirect_uri');
    if (redirectUri === undefined) throw invalidField('redirectUri', 'is required');
    if (!isRegistered(redirectUri, client)) throw invalidField('redirectUri', 'is not an address of this client');
    const target = targetOf(form, redirectUri);
    const userId = this.hintedUser(form.get('id_token_hint'));
    const { resources, organizations } = this.needs;
    const offered = { resources, hasOrganizations: organizations !== null };
    const checked = checkAuthorizationRequest(form, { client, document, target, userId }, offered);
    if (isProblem(checked)) {
      this.needs.counts.add('error');
      if (document) throw stopped(checked);
      return { answer: answerTo(target, this.needs.issuer, checked) };
    }
    const row = {
      purpose: openidPurposes.authorization_request,
      userId: null,
      address: null,
      details: toDetails(checked),
    } as const;
    const expiresTs = this.after(requestS);
    const token = await this.needs.stores.transaction(null, (tx) =>
      this.needs.oneTimeTokens.issue(tx, { ...row, expiresTs }),
    );
    return { request: this.needs.oneTimeTokens.tokenOf(token) };
  }

  /** The addresses of the client that a request names, for a page that shows a developer what is wrong. */
  async registeredFor(form: Parameters, context: RequestContext): Promise<readonly string[]> {
    const asking = await this.needs.clients.ask(form.get('client_id') ?? '', context);
    return (await this.clientOf(asking)).redirectUris;
  }

  /** An unknown client, a disabled one, and one into which nobody signs in get the same answer. */
  private async clientOf(asking: AskingClient): Promise<OAuthClient> {
    const client = await this.needs.clients.find(asking);
    if (!client) throw invalidField('clientId', 'is not the id of an application');
    return client;
  }

  private hintedUser(hint: string | undefined): string | null {
    return hint === undefined ? null : (this.needs.idTokens.read(hint)?.userId ?? nobody);
  }

  /** Returns what the pages on the way need. Null if the request is over. Changes nothing. */
  async find(text: string, timings: RequestTimings): Promise<WaitingAuthorization | null> {
    const found = await timings.measure('database', async () => {
      const token = await this.needs.oneTimeTokens.find(text, [openidPurposes.authorization_request]);
      const client = token && (await this.needs.clients.find(fromDetails(token.details)));
      return token && client && { token, client };
    });
    if (!found) return null;
    const { token, client } = found;
    const request = fromDetails(token.details);
    return {
      clientName: shownNameOf(client),
      formAction: formActionOf(request.redirectUri),
      loginHint: request.loginHint,
      needsLogin: (session) => this.needsLogin(request, token.createdTs, session),
    };
  }

  /** Returns the application of a request that is over, so that its page leads there. Null if it is unknown, or valid. */
  async findOver(text: string, timings: RequestTimings): Promise<OverAuthorization | null> {
    return timings.measure('database', async () => {
      const token = await this.needs.oneTimeTokens.findOver(text, [openidPurposes.authorization_request]);
      if (!token) return null;
      const request = fromDetails(token.details);
      const { redirectUri } = request;
      const client = await this.needs.clients.find(request);
      if (!client || !isRegistered(redirectUri, client)) return null;
      // An app is not opened by a page that it does not wait for.
      return redirectUriKindOf(redirectUri) === 'private-use'
        ? null
        : { clientName: shownNameOf(client), home: `${new URL(redirectUri).origin}/` };
    });
  }

  /** Returns the next step of a request. Without one, issues the code: then the request is used up. */
  continue(text: string, person: AuthorizingPerson, context: RequestContext): Promise<AuthorizationStep> {
    return this.needs.operation(decideAuthorization, context, (subject) =>
      this.next(text, person, null, context, subject),
    );
  }

  /** Continues after the person has allowed what the client asks for, or has denied it. */
  decide(
    text: string,
    decision: Decision,
    person: AuthorizingPerson,
    context: RequestContext,
  ): Promise<AuthorizationStep> {
    return this.needs.operation(decideAuthorization, context, (subject) =>
      this.next(text, person, decision, context, subject),
    );
  }

  private async next(
    text: string,
    { session, isActing }: AuthorizingPerson,
    decision: Decision | null,
    context: RequestContext,
    subject: AuditSubject,
  ): Promise<AuthorizationStep> {
    if (session) subject.userId = session.userId;
    const found = await context.timings.measure('database', () => this.waitingOf(text));
    const waiting: Waiting = { ...found, session: isActing ? null : session };
    // The super admin has not signed in as the user, and the client would be told otherwise.
    if (isActing) return this.end(waiting, 'access_denied', 'a super admin acts as the user');
    if (waiting.request.resource !== null && !waiting.resource) {
      return this.end(waiting, 'invalid_target', 'resource is no longer for this client');
    }
    const isQuiet = waiting.request.prompts.includes('none');
    if (session === null || this.needsLogin(waiting.request, waiting.startedTs, session)) {
      return isQuiet ? this.end(waiting, 'login_required', 'the user has to sign in') : { kind: 'login' };
    }
    if (isOther(waiting.request, session)) return this.end(waiting, 'login_required', 'another user has signed in');
    if (decision === 'deny') return this.deny(waiting, session, context);
    const step =
      this.ageStep(waiting, session, isQuiet) ??
      (await this.factorStep(waiting, session, isQuiet)) ??
      (await this.organizationStep(waiting, session, context)) ??
      (await this.consentStep(waiting, session, decision, context));
    if (step) return step;
    return this.issueCode(waiting, session, decision, context);
  }

  private async waitingOf(text: string): Promise<Omit<Waiting, 'session'>> {
    const proven = await this.needs.oneTimeTokens.prove({ token: text }, [openidPurposes.authorization_request]);
    const request = fromDetails(proven.token.details);
    const client = await this.needs.clients.find(request);
    // The client was disabled or has lost the address meanwhile.
    if (!client || !isRegistered(request.redirectUri, client)) {
      throw new AppError('INVALID_TOKEN', { reason: applicationReasons['unknown client'] });
    }
    const resource = request.resource === null ? null : this.needs.resources.find(request.resource, client);
    return { proven, request, client, resource, organization: null, startedTs: proven.token.createdTs };
  }

  private ageStep(
    waiting: Waiting,
    session: PageSession,
    isQuiet: boolean,
  ): AuthorizationStep | Promise<AuthorizationStep> | null {
    const { request, startedTs } = waiting;
    const ageMs = this.needs.clock().getTime() - session.authTs.getTime();
    const { maxAgeS } = request;
    const isRecent = maxAgeS === null || ageMs <= maxAgeS * 1000 || this.isProved(startedTs, session);
    if (isRecent) return null;
    if (isQuiet) return this.end(waiting, 'login_required', 'the last sign-in is older than max_age');
    return { kind: 'step-up', needsFactor: request.needsFactor };
  }

  private async factorStep(
    waiting: Waiting,
    session: PageSession,
    isQuiet: boolean,
  ): Promise<AuthorizationStep | null> {
    if (!waiting.request.needsFactor || isAtLeast(session.acr, 'aal2')) return null;
    const account = isQuiet ? null : await this.needs.stores.users.findCredentialsById(session.userId);
    if (account && (account.factors.length > 0 || this.needs.addsFactors))
      return { kind: 'step-up', needsFactor: true };
    return this.end(waiting, 'unmet_authentication_requirements', 'a second factor is required');
  }

  /** Sets the organization. After the proofs: only its members learn, through an application, that it exists. */
  private async organizationStep(
    waiting: Waiting,
    { userId }: PageSession,
    { timings }: RequestContext,
  ): Promise<AuthorizationStep | null> {
    const { organization: named } = waiting.request;
    const { organizations } = this.needs;
    if (named === null) return null;
    const membership =
      organizations && (await timings.measure('database', () => organizations.findNamed(userId, named)));
    if (!membership || membership.organization.disabledTs)
      return this.end(waiting, 'access_denied', 'the user is not a member of the organization');
    waiting.organization = membership.organization;
    return null;
  }

  /**
   * What a third party gets is a way in, for which the user proves who they are as for the others. A program of the operator gets
   * only the session.
   */
  private async consentStep(
    waiting: Waiting,
    session: PageSession,
    decision: Decision | null,
    context: RequestContext,
  ): Promise<AuthorizationStep | null> {
    const { request, client, resource, organization } = waiting;
    const rule = consentRuleOf(request.redirectUri, client);
    if (rule === 'never') return null;
    const consent = client.firstParty ? null : await this.needs.stores.consents.find(session.userId, client.id);
    const isAllowed = client.firstParty || covers(consent, accessOf(waiting));
    const asks = rule === 'always' || !isAllowed || request.prompts.includes('consent');
    if (asks && request.prompts.includes('none')) {
      return this.end(waiting, 'consent_required', 'the user has to allow the access');
    }
    if (asks && !isAllowed) {
      const missing = await this.needs.reauthentication.missingProof(principalOf(session), context);
      if (missing) return { kind: 'step-up', needsFactor: missing.acr === 'aal2' };
    }
    return asks && decision === null ? { kind: 'consent', client, request, resource, organization } : null;
  }

  private async deny(waiting: Waiting, { userId, id }: PageSession, by: RequestContext): Promise<AuthorizationStep> {
    const details = accessDetails(waiting.client, waiting.request);
    const event = successEvent(applicationActions.app_denied, this.needs.clock(), by, {
      userId,
      sessionId: id,
      details,
    });
    await this.needs.stores.transaction(userId, async (tx) => {
      await this.needs.oneTimeTokens.consume(tx, waiting.proven);
      await tx.audit.insert([event]);
    });
    this.needs.counts.add('denied');
    const problem = { error: 'access_denied', description: 'the user did not allow the access' } as const;
    return { kind: 'answer', answer: answerTo(waiting.request, this.needs.issuer, problem) };
  }

  private async end(waiting: Waiting, error: AuthorizationErrorName, description: string): Promise<AuthorizationStep> {
    await this.needs.stores.transaction(null, (tx) => this.needs.oneTimeTokens.consume(tx, waiting.proven));
    this.needs.counts.add('error');
    const problem = { error, description };
    if (!(await this.isKnown(waiting))) throw stopped(problem);
    return { kind: 'answer', answer: answerTo(waiting.request, this.needs.issuer, problem) };
  }

  /**
   * Whether an operator or this person knows the client. Anyone can publish a document, so an error must not send the browser to an
   * address in it (RFC 9700, section 4.11.2).
   */
  private async isKnown({ request, client, session }: Waiting): Promise<boolean> {
    if (!request.document) return true;
    return session !== null && (await this.needs.stores.consents.find(session.userId, client.id)) !== null;
  }

  /** The code names the session that it will open, so that a second use of the code can end that session. */
  private async issueCode(
    waiting: Waiting,
    { userId, id: originSessionId }: PageSession,
    decision: Decision | null,
    context: RequestContext,
  ): Promise<AuthorizationStep> {
    const { proven, request, client } = waiting;
    const access = accessOf(waiting);
    const at = this.needs.clock();
    const { code, isNew } = await this.needs.stores.transaction(userId, async (tx) => {
      // The client before the account, as at the token endpoint.
      const saved = request.document && (await this.save(tx, request.document, { at, userId, context }));
      // A session that has ended since the request came must allow nothing that stays. Who ends it has the lock, too.
      const isLive =
        (await tx.userChanges.lock(userId)) && !(await tx.sessions.revocationOf(originSessionId)).isRevoked;
      if (!isLive) throw new AppError('INVALID_TOKEN', { reason: tokenReasons['ended session'] });
      await this.needs.oneTimeTokens.consume(tx, proven);
      const clientId = saved?.id ?? client.id;
      if (decision === 'allow' && !client.firstParty) {
        const before = await tx.consents.find(userId, clientId);
        // The client was deleted a moment ago.
        const consent = { userId, clientId, grantedTs: at, ...allowed(access) };
        if (!(await tx.consents.grant(consent))) throw new AppError('INVALID_TOKEN');
        const added = { userId, wayIn: 'consent', addedTs: at } as const;
        if (!covers(before, access)) await this.needs.wayInMails.write(tx, added, context.locale);
      }
      const { organizationId } = access;
      const ids = {
        clientId,
        originSessionId,
        sessionId: uuidv7(at),
        ...(organizationId !== null && { organizationId }),
      };
      const details = codeDetails(request, ids);
      const issued: OneTimeToken = await this.needs.oneTimeTokens.issue(tx, {
        purpose: openidPurposes.authorization_code,
        userId,
        address: null,
        details,
        expiresTs: this.after(codeS),
      });
      return { code: issued, isNew: saved?.isNew === true };
    });
    if (isNew) this.needs.clientOrigins.expire();
    this.needs.counts.add('code');
    const result = { code: this.needs.oneTimeTokens.tokenOf(code) };
    return { kind: 'answer', answer: answerTo(request, this.needs.issuer, result) };
  }

  /** The client of a document gets a row when the first person allows it something. From then on it is like every other client. */
  private async save(
    tx: { oauthClients: Pick<OAuthClientStore, 'saveDocumented'>; audit: Pick<AuditStore, 'insert'> },
    document: ReadDocument,
    { at, userId, context }: { at: Date; userId: string; context: RequestContext },
  ): Promise<{ id: string; isNew: boolean }> {
    const { id, isNew, disabledTs } = await tx.oauthClients.saveDocumented(toDocumentedClient(document, at));
    if (disabledTs) throw new AppError('INVALID_TOKEN', { reason: applicationReasons['unknown client'] });
    if (isNew) {
      const details = { clientId: id, metadataUrl: document.url };
      await tx.audit.insert([successEvent(applicationActions.client_created, at, context, { userId, details })]);
    }
    return { id, isNew };
  }

  /** Whether the person has to sign in again, although there is a session. */
  private needsLogin(request: AuthorizationRequest, startedTs: Date, session: PageSession): boolean {
    if (this.isProved(startedTs, session)) return false;
    return request.prompts.some((one) => one === 'login' || one === 'select_account') || isOther(request, session);
  }

  private isProved(startedTs: Date, { authTs }: PageSession): boolean {
    return authTs >= startedTs && authTs >= this.after(-proofS);
  }

  private after(seconds: number): Date {
    return new Date(this.needs.clock().getTime() + seconds * 1000);
  }
}

/** For the person, and for the developer of the client: a page, and no redirect. */
const stopped = ({ error, description }: AuthorizationProblem): AppError =>
  new AppError('VALIDATION_FAILED', { fields: [{ field: error, msg: `(${description})` }] });

/** What the token endpoint compares, and what the session will have. A value that is not set is missing. */
function codeDetails(
  { redirectUri, scopes, resource, nonce, codeChallenge }: AuthorizationRequest,
  ids: { clientId: string; originSessionId: string; sessionId: string; organizationId?: string },
): TokenDetails {
  return {
    ...ids,
    redirectUri,
    scope: scopes.join(' '),
    ...(resource !== null && { resource }),
    ...(nonce !== null && { nonce }),
    ...(codeChallenge !== null && { codeChallenge }),
  };
}

const accessOf = ({ request, resource, organization }: Waiting): Access => ({
  scopes: request.scopes,
  resource,
  organizationId: organization?.id ?? null,
});

const principalOf = ({ userId, id: sessionId, acr, authTs }: PageSession) => ({
  userId,
  sessionId,
  acr,
  authTimeS: Math.floor(authTs.getTime() / 1000),
});

/** A hint that cannot be read names nobody: only a request that asks for no page then fails. */
function isOther({ userId, prompts }: AuthorizationRequest, session: PageSession): boolean {
  if (userId === nobody) return prompts.includes('none');
  return userId !== null && userId !== session.userId;
}
