import type { FieldProblem } from '../../platform/errors/app-error';
import { AppError } from '../../platform/errors/app-error';
import type { Log } from '../../platform/observability/log';
import { RareWarning } from '../../platform/observability/rare-warning';
import type { RequestTimings } from '../../platform/request/request-timings';
import type { Clock } from '../../platform/runtime/clock';
import type { OrganizationClaims } from '../users/organization';
import { bytesOfJson, type ClaimSource } from '../users/user-claims';
import type { UserClaimsStore } from '../users/user-claims.store';
import type { FieldChanges } from '../users/user-fields';
import type { CustomClaims } from './access-token';
import { type ClaimsTemplate, longestRenderedClaims } from './claims-template';

/** Bytes of the claims together with the JSON of the roles. The rest of a token then still fits into its greatest length. */
const longestWithRoles = 2048;
const warnedEveryMs = 3_600_000;
/** The size of an id does not depend on the account. */
const someId = '00000000-0000-7000-8000-000000000000';

/** A user before the account exists. */
type Newcomer = Omit<ClaimSource, 'id' | 'emailVerified' | 'telVerified'>;

const sizeOf = (rendered: object, { roles }: ClaimSource): number =>
  Math.max(
    bytesOfJson(rendered) - longestRenderedClaims,
    bytesOfJson(rendered) + bytesOfJson(roles) - longestWithRoles,
  );

/** The custom claims of access tokens, which the template of TOKEN_CLAIMS makes from the data of the user. */
export class TokenClaims {
  private read: { template: ClaimsTemplate | null } | null = null;
  private readonly warning: RareWarning;

  constructor(
    private readonly readTemplate: () => ClaimsTemplate | null,
    private readonly store: Pick<UserClaimsStore, 'findSource'>,
    clock: Clock,
    log: Pick<Log, 'warn'>,
  ) {
    this.warning = new RareWarning(warnedEveryMs, clock, log);
  }

  /** Reads the file at the first call: the server reads it when it starts, and a command only if it needs it. @throws ConfigError */
  load(): ClaimsTemplate | null {
    this.read ??= { template: this.readTemplate() };
    return this.read.template;
  }

  /**
   * Returns the claims for the next token of the user. The caller has opened or renewed the session before: so the claims are at
   * least as new as the revision in the token. With the other order, a token could have claims from before a change and
   * the revision from after it, and would be accepted until it expires.
   * @throws AppError `SERVICE_UNAVAILABLE`
   */
  async of(userId: string, timings: RequestTimings, organization?: OrganizationClaims): Promise<CustomClaims | null> {
    const template = this.load();
    if (!template) return null;
    const found = await timings.measure('database', () => this.store.findSource(userId));
    if (!found) return null;
    const user = organization ? { ...found, organization } : found;
    const claims = template.render(user);
    if (sizeOf(claims, user) <= 0) return { claims, drop: () => this.warn(userId) };
    this.warn(userId);
    return null;
  }

  /** The data was accepted with another template, or the names of the installation are very long. */
  private warn(userId: string): void {
    this.warning.warn({ userId }, 'access tokens are issued without the claims of TOKEN_CLAIMS, which are too large');
  }

  /** Returns what is wrong with data that is about to be stored. `fields` are those that it sets. */
  problemOf(user: ClaimSource, fields: readonly string[], before: ClaimSource | null = null): FieldProblem | null {
    const template = this.load();
    if (!template) return null;
    const excess = sizeOf(template.render(user), user);
    // What is already too large can be made smaller step by step.
    if (excess <= 0 || (before && excess <= sizeOf(template.render(before), before))) return null;
    const { uses } = template;
    const field =
      fields.find((one) => one === 'claims') ?? fields.find((one) => uses.has(one)) ?? fields[0] ?? 'claims';
    return {
      field,
      msg: 'makes the claims of the access tokens too large (TOKEN_CLAIMS): 1.5 kB, or 2 kB with the roles',
    };
  }

  /** As `problemOf`, for an account that does not exist yet. */
  problemOfNew(user: Newcomer, fields: readonly string[]): FieldProblem | null {
    return this.problemOf({ ...user, id: someId, emailVerified: false, telVerified: false }, fields);
  }

  /** @throws AppError `VALIDATION_FAILED` if the claims of the tokens would become too large */
  reject(user: ClaimSource, fields: readonly string[], before: ClaimSource | null = null): void {
    rejectProblem(this.problemOf(user, fields, before));
  }

  /**
   * Rejects fields of USER_FIELDS that are sent for a new account, if the claims have one of them.
   * @throws AppError `VALIDATION_FAILED`
   */
  rejectNew(user: Newcomer, sent: FieldChanges | null | undefined): void {
    const { uses } = this.load() ?? {};
    const used = Object.keys(sent ?? {})
      .map((name) => `fields.${name}`)
      .filter((name) => uses?.has(name));
    if (used.length > 0) rejectProblem(this.problemOfNew(user, used));
  }
}

function rejectProblem(problem: FieldProblem | null): void {
  if (problem) throw new AppError('VALIDATION_FAILED', { fields: [problem] });
}
