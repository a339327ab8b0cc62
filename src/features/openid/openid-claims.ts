import type { OrganizationStore } from '../../accounts/memberships/organization.store';
import { longestRenderedClaims } from '../../accounts/tokens/claims-template';
import type { Label } from '../../accounts/users/label';
import { type OpenidScope, openidScopes } from '../../accounts/users/openid-scopes';
import type { Person } from '../../accounts/users/user';
import { bytesOfJson } from '../../accounts/users/user-claims';
import type { UserClaimsStore } from '../../accounts/users/user-claims.store';
import type { Log } from '../../platform/observability/log';
import { RareWarning } from '../../platform/observability/rare-warning';
import type { RequestTimings } from '../../platform/request/request-timings';
import type { Clock } from '../../platform/runtime/clock';
import { labelsOf, type OpenidClaimsTemplate, type ScopeTemplate } from './openid-claims-template';
import { type OrganizationCreators, scopesOfOrganizations, withMemberships } from './organization-claims';

type Claim = string | number | boolean | readonly string[];

/** By their names, as JSON has them. */
export type Claims = Record<string, unknown>;

/**
 * Each claim with the scopes that give it together (OpenID Connect Core 1.0, sections 5.1 and 5.4). A claim without a value is
 * left out.
 */
const claims: Readonly<Record<string, readonly [readonly OpenidScope[], (person: Person) => Claim | null]>> = {
  name: [['profile'], ({ user }) => `${user.firstName} ${user.lastName}`],
  given_name: [['profile'], ({ user }) => user.firstName],
  family_name: [['profile'], ({ user }) => user.lastName],
  // Accounts have no other name that is unique. It is the address, so it needs the scope of the address, too. Applications know
  // accounts by it and, unlike for `email`, no other claim says whether it was verified: anyone could enter the address of others.
  preferred_username: [['profile', 'email'], ({ user }) => (user.emailVerified ? user.email : null)],
  locale: [['profile'], ({ locale }) => locale],
  updated_at: [['profile'], ({ user }) => Math.floor((user.updatedTs ?? user.createdTs).getTime() / 1000)],
  email: [['email'], ({ user }) => user.email],
  email_verified: [['email'], ({ user }) => user.emailVerified],
  // The form of E.164 is recommended (section 5.1).
  phone_number: [['phone'], ({ user, telE164 }) => telE164 ?? user.tel],
  phone_number_verified: [['phone'], ({ user }) => (user.tel === null ? null : user.telVerified)],
  roles: [['roles'], ({ user }) => user.roles],
  // Most applications read the roles under this name.
  groups: [['groups'], ({ user }) => user.roles],
};

/** The scopes that a client can ask for, and the claims about a user that they give, for the discovery document. */
export interface SupportedClaims {
  scopes: readonly string[];
  claims: readonly string[];
}

/** Those of every installation. */
export const standardClaims: SupportedClaims = { scopes: Object.keys(openidScopes), claims: Object.keys(claims) };

/** Returns the claims that the scopes give, except `sub`. Scopes that Gatehouse does not know give none. */
export function claimsOfScopes(person: Person, scopes: readonly string[]): Claims {
  const given: Claims = {};
  for (const [name, [needed, read]] of Object.entries(claims)) {
    const value = needed.every((scope) => scopes.includes(scope)) ? read(person) : null;
    if (value !== null) given[name] = value;
  }
  return given;
}

/** Claims that say nothing of a value that OPENID_CLAIMS has put in place of the own one. */
const vouchers = new Map([
  ['email', 'email_verified'],
  ['phone_number', 'phone_number_verified'],
]);

/** Milliseconds. Each token of a user with too much data would log the same. */
const warnedEveryMs = 3_600_000;

interface OpenidClaimsNeeds {
  userClaims: Pick<UserClaimsStore, 'findSource'>;
  organizations: Pick<OrganizationStore, 'listOf'>;
  organizationCreators: OrganizationCreators;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}

/** The claims about users that applications get: those of OpenID Connect, of organizations, and of OPENID_CLAIMS. */
export class OpenidClaims {
  readonly supported: SupportedClaims;
  /** What people read of the scopes that not every installation has. */
  readonly labels: ReadonlyMap<string, Label>;
  private readonly own: readonly ScopeTemplate[];
  /** The scopes about organizations. Each gives the claim of its name. */
  private readonly ofOrganizations: readonly string[];
  private readonly warning: RareWarning;

  constructor(
    template: OpenidClaimsTemplate | null,
    private readonly needs: OpenidClaimsNeeds,
  ) {
    this.own = template?.scopes ?? [];
    this.labels = labelsOf(template, needs.organizationCreators);
    this.ofOrganizations = [...scopesOfOrganizations(needs.organizationCreators).keys()];
    const ownNames = this.own.flatMap(({ names }) => names);
    this.supported = {
      scopes: [...new Set([...standardClaims.scopes, ...this.labels.keys()])],
      claims: [...new Set([...standardClaims.claims, ...this.ofOrganizations, ...ownNames])],
    };
    this.warning = new RareWarning(warnedEveryMs, needs.clock, needs.log);
  }

  /**
   * Returns the claims that the scopes give, as they are now, except `sub`.
   * @throws AppError `SERVICE_UNAVAILABLE`
   */
  async of(person: Person, scopes: readonly string[], timings: RequestTimings): Promise<Claims> {
    const { id } = person.user;
    const { organizations, userClaims } = this.needs;
    const asked = this.ofOrganizations.filter((scope) => scopes.includes(scope));
    const memberships = asked.length === 0 ? [] : await timings.measure('database', () => organizations.listOf(id));
    const standard = withMemberships(claimsOfScopes(person, scopes), memberships, asked);
    const own = this.own.filter(({ scope }) => scopes.includes(scope));
    if (own.length === 0) return standard;
    const source = await timings.measure('database', () => userClaims.findSource(id));
    // A claim of the file that has no value is not the standard one: applications would take it for another account.
    const replaced = new Set(own.flatMap(({ names }) => names.flatMap((name) => [name, vouchers.get(name) ?? name])));
    const kept = Object.fromEntries(Object.entries(standard).filter(([name]) => !replaced.has(name)));
    const rendered: Claims = Object.assign({}, ...own.map(({ render }) => source && render(source)));
    if (bytesOfJson(rendered) <= longestRenderedClaims) return Object.assign(kept, rendered);
    this.warning.warn({ userId: id }, 'applications get no claims of OPENID_CLAIMS, which are too large');
    return kept;
  }
}
