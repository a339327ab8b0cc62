import { failureCauseOf } from '../../accounts/admin-access/event-cause';
import { authActions } from '../../accounts/auth/auth.audit';
import { loginFailures } from '../../accounts/auth/login.limits';
import { secondFactorFailures } from '../../accounts/factors/second-factor.limits';
import type { Identity } from '../../accounts/users/identity';
import type { ManagedUser } from '../../accounts/users/managed-user';
import type { User } from '../../accounts/users/user';
import type { AuditStore } from '../../platform/audit/audit.store';
import { type AuditEvent, successEvent } from '../../platform/audit/audit-event';
import type { AccountKeys } from '../../platform/audit/audit-log';
import { requestActions } from '../../platform/audit/requests.audit';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import { parseEmailAddress } from '../../platform/request/email-address';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { textOf } from '../../platform/runtime/sentence';
import { adminUserActions } from './admin-users.audit';
import { type SignInRules, type SignInState, signInVerdict } from './sign-in-state';
import type { Stated } from './user-lifecycle.service';

/** Of how many rows of failures the networks are looked at. Each costs some reads of counts. */
const mostRows = 5;
const failures = [authActions.login_failed, authActions.second_factor_failed, requestActions.limited];

interface SignInStatesNeeds {
  audit: Pick<AuditStore, 'list' | 'insert'>;
  rateLimits: Pick<RateLimits, 'reachedBy' | 'lift'>;
  accountKeys: AccountKeys;
  rules: SignInRules;
  clock: Clock;
}

/** Whether people can sign in, and how a super admin lifts the limits of their failures. */
export class SignInStates {
  constructor(private readonly needs: SignInStatesNeeds) {}

  async of(managed: ManagedUser, identities: readonly Identity[]): Promise<SignInState> {
    const { counted, networks, lastFailure } = await this.failuresOf(managed);
    const limits = await this.needs.rateLimits.reachedBy(counted, networks);
    const failure = lastFailure && { ...lastFailure, cause: textOf(failureCauseOf(lastFailure)) };
    return { ...signInVerdict(managed, identities, this.needs.rules), lastFailure: failure, limits };
  }

  async lift(user: User, context: RequestContext, stated: Stated): Promise<void> {
    const { counted, networks } = await this.failuresOf(user);
    await this.needs.rateLimits.lift(counted, networks);
    const about = { userId: user.id, details: stated };
    await this.needs.audit.insert([successEvent(adminUserActions.limits_lifted, this.needs.clock(), context, about)]);
  }

  private async failuresOf({ id: userId, email }: User) {
    const address = parseEmailAddress(email)?.canonical ?? email;
    const person = { userId, accountKey: this.needs.accountKeys.accountKeyOf(address) };
    const found: AuditEvent[] = [];
    for (const { name: action } of failures) {
      found.push(...(await this.needs.audit.list({ ...person, action, limit: mostRows })));
    }
    const [lastFailure = null] = found
      .filter(({ action }) => action !== requestActions.limited.name)
      .toSorted((a, b) => b.lastTs.getTime() - a.lastTs.getTime());
    const networks = [...new Set(found.flatMap(({ network }) => network ?? []))];
    return { counted: [loginFailures(address), secondFactorFailures(userId)], networks, lastFailure };
  }
}
