import { accessDetails } from '../../accounts/applications/access-details';
import { applicationActions } from '../../accounts/applications/applications.audit';
import {
  type DeviceAuthorization,
  deviceCodeS,
  isDeviceClient,
  pollIntervalS,
} from '../../accounts/applications/device-authorization';
import type { DeviceAuthorizationStore } from '../../accounts/applications/device-authorization.store';
import { createUserCode, type DeviceCodes } from '../../accounts/applications/device-code';
import type { OAuthClient } from '../../accounts/applications/oauth-client';
import type { OAuthClientStore } from '../../accounts/applications/oauth-client.store';
import {
  openScopes,
  type ProtectedResource,
  type ProtectedResources,
} from '../../accounts/applications/protected-resource';
import type { PageSession } from '../../accounts/auth/page-sessions';
import { bySecondFactor } from '../../accounts/auth/two-step-sign-in';
import { isAtLeast } from '../../accounts/tokens/authentication';
import type { UserStore } from '../../accounts/users/user.store';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError, invalidField } from '../../platform/errors/app-error';
import { type RunOperation, readInput } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { isUuid, uuidv7 } from '../../platform/runtime/uuid';
import type { DeviceCounts } from './device-counts';
import { codeAttempt, deviceLimits } from './devices.limits';
import { decideDeviceSignIn, startDeviceSignIn } from './devices.operations';
import { deviceReasons } from './devices.reasons';

/** RFC 8628, section 3.2. */
export interface IssuedDeviceCodes {
  deviceCode: string;
  userCode: string;
  expiresInS: number;
  intervalS: number;
}

/** The parameters of a device, by their names in camelCase. The values can be wrong. */
export type DeviceFields = Readonly<Partial<Record<'clientId' | 'scope' | 'resource', string | undefined>>>;

/** Who types a code on the page. */
export interface DevicePerson {
  /** Null if nobody is signed in. */
  session: PageSession | null;
  /** Whether a super admin acts as a user. */
  isActing: boolean;
}

/** What a person is asked. */
export interface DeviceQuestion {
  device: DeviceAuthorization;
  client: OAuthClient;
  resource: ProtectedResource | null;
  /** For how many seconds the device has waited. */
  agoS: number;
}

export interface DevicesServiceNeeds {
  operation: RunOperation;
  stores: {
    deviceAuthorizations: Pick<DeviceAuthorizationStore, 'findWaiting'>;
    oauthClients: Pick<OAuthClientStore, 'findById'>;
    users: Pick<UserStore, 'findCredentialsById'>;
    transaction: Transact<{
      deviceAuthorizations: DeviceAuthorizationStore;
      audit: Pick<AuditStore, 'insert'>;
    }>;
  };
  codes: DeviceCodes;
  rateLimits: Pick<RateLimits, 'attempt' | 'count'>;
  resources: ProtectedResources;
  counts: DeviceCounts;
  clock: Clock;
}

/** How often another user code is made. Two of 25 billion are hardly ever one. */
const mostCodes = 3;
/** Seconds. No document says one. After what time a device tries again when too many wait: some will be over. */
const fullForS = 60;

/** The sign-in on a device without a browser (RFC 8628). The token endpoint gives the tokens. */
export class DevicesService {
  constructor(private readonly needs: DevicesServiceNeeds) {}

  /** The device authorization endpoint (RFC 8628, section 3.1). */
  start(sent: DeviceFields, context: RequestContext): Promise<IssuedDeviceCodes> {
    return this.needs.operation(startDeviceSignIn, context, () =>
      this.needs.rateLimits.attempt([deviceLimits.DEVICE_NETWORK], context, async () => {
        const fields = readInput(startDeviceSignIn, sent, context);
        const client = await this.clientOf(fields.clientId, context);
        const resource = this.needs.resources.named(fields.resource, client);
        const scopes = openScopes(client, resource, fields.scope);
        if (scopes.length === 0) {
          throw invalidField('scope', 'has no name that this client can ask for', 'invalid_scope');
        }
        const codes = await context.timings.measure('database', () =>
          this.add({ clientId: client.id, scopes, resource: resource?.id ?? null }, context),
        );
        this.needs.counts.add('started');
        return codes;
      }),
    );
  }

  /** An id proves nothing, so there is one answer for every other client. @throws AppError `VALIDATION_FAILED` */
  private async clientOf(clientId: string, { timings }: RequestContext): Promise<OAuthClient> {
    const client = isUuid(clientId)
      ? await timings.measure('database', () => this.needs.stores.oauthClients.findById(clientId.toLowerCase()))
      : null;
    if (client && isDeviceClient(client)) return client;
    throw invalidField('clientId', 'is not of a client with deviceGrant', 'unauthorized_client');
  }

  private async add(
    asked: Pick<DeviceAuthorization, 'clientId' | 'scopes' | 'resource'>,
    { ip, userAgent }: RequestContext,
  ): Promise<IssuedDeviceCodes> {
    const { codes, stores, clock } = this.needs;
    for (let attempt = 0; attempt < mostCodes; attempt += 1) {
      const [userCode, createdTs] = [createUserCode(), clock()];
      const id = uuidv7(createdTs);
      const userCodeKey = codes.keyOf(userCode);
      if (!userCodeKey) throw new Error('a user code of ours has another form');
      const expiresTs = new Date(createdTs.getTime() + deviceCodeS * 1000);
      const row = { id, userCodeKey, ...asked, ip, userAgent, createdTs, expiresTs };
      const added = await stores.transaction(null, (tx) => tx.deviceAuthorizations.insert(row));
      if (added === 'too many wait') throw new AppError('SERVICE_UNAVAILABLE', { retryAfterS: fullForS });
      if (added === 'added') {
        const deviceCode = codes.deviceCodeOf(id);
        return { deviceCode, userCode, expiresInS: deviceCodeS, intervalS: pollIntervalS };
      }
    }
    throw new AppError('SERVICE_UNAVAILABLE');
  }

  /**
   * Whether the person can type a code: before the field is shown, so that nobody types it twice.
   * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `STEP_UP_REQUIRED`
   */
  async checkPerson({ session, isActing }: DevicePerson, { timings }: RequestContext): Promise<PageSession> {
    if (isActing) throw new AppError('FORBIDDEN');
    if (session === null) throw new AppError('UNAUTHENTICATED');
    const account = await timings.measure('database', () =>
      this.needs.stores.users.findCredentialsById(session.userId),
    );
    if (!account) throw new AppError('UNAUTHENTICATED');
    if (account.factors.length > 0 && !isAtLeast(session.acr, 'aal2')) {
      throw new AppError('STEP_UP_REQUIRED', { stepUp: bySecondFactor });
    }
    return session;
  }

  /** Finds the sign-in of a code, and changes nothing. @throws AppError `INVALID_TOKEN`, `RATE_LIMITED`; as `checkPerson` */
  find(userCode: string, person: DevicePerson, context: RequestContext): Promise<DeviceQuestion> {
    return this.needs.operation(decideDeviceSignIn, context, async (subject) => {
      if (person.session) subject.userId = person.session.userId;
      return this.findCounted(userCode, await this.checkPerson(person, context), context);
    });
  }

  /** Allows or denies the sign-in of a code. Of several people who type it, the first decides. @throws AppError as `find` */
  decide(
    { userCode, decision }: { userCode: string; decision: 'allow' | 'deny' },
    person: DevicePerson,
    context: RequestContext,
  ): Promise<void> {
    return this.needs.operation(decideDeviceSignIn, context, async (subject) => {
      if (person.session) subject.userId = person.session.userId;
      const session = await this.checkPerson(person, context);
      const { device, client } = await this.findCounted(userCode, session, context);
      const [at, denied] = [this.needs.clock(), decision === 'deny'];
      const { userId, id: originSessionId } = session;
      const details = { ...accessDetails(client, device), device: true } as const;
      await this.needs.stores.transaction(userId, async (tx) => {
        const isFirst = await tx.deviceAuthorizations.decide(device.id, { userId, originSessionId, denied, at });
        if (!isFirst) throw wrongCode();
        if (!denied) return;
        const event = { userId, sessionId: originSessionId, details };
        await tx.audit.insert([successEvent(applicationActions.app_denied, at, context, event)]);
      });
      this.needs.counts.add(denied ? 'denied' : 'allowed');
    });
  }

  private findCounted(userCode: string, { userId }: PageSession, context: RequestContext): Promise<DeviceQuestion> {
    return this.needs.rateLimits.count(codeAttempt(userId), context, () =>
      context.timings.measure('database', () => this.findWaiting(userCode)),
    );
  }

  private async findWaiting(userCode: string): Promise<DeviceQuestion> {
    const at = this.needs.clock();
    const key = this.needs.codes.keyOf(userCode);
    const device = key && (await this.needs.stores.deviceAuthorizations.findWaiting(key, at));
    const client = device && (await this.needs.stores.oauthClients.findById(device.clientId));
    if (!client || !isDeviceClient(client)) throw wrongCode();
    const resource = device.resource === null ? null : this.needs.resources.find(device.resource, client);
    if (device.resource !== null && !resource) throw wrongCode();
    const scopes = device.scopes.filter((scope) => openScopes(client, resource, scope).length > 0);
    const agoS = Math.max(0, Math.round((at.getTime() - device.createdTs.getTime()) / 1000));
    return { device: { ...device, scopes }, client, resource, agoS };
  }
}

/** One answer for a code that never was, was decided or has expired. */
const wrongCode = () => new AppError('INVALID_TOKEN', { reason: deviceReasons['wrong device code'] });
