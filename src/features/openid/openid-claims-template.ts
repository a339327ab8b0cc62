import {
  type ClaimsTemplate,
  claimProblems,
  createClaimsCompiler,
  type KnownFields,
  longestRenderedClaims,
  mostClaims,
  sizeForNobody,
} from '../../accounts/tokens/claims-template';
import { reservedClaims } from '../../accounts/tokens/reserved-claims';
import { isLabel, type Label, labelRule } from '../../accounts/users/label';
import { isOpenidScope } from '../../accounts/users/openid-scopes';
import { ConfigError } from '../../platform/config/config-error';
import { readSettingFile } from '../../platform/config/setting-file';
import { parseJsonObject } from '../../platform/runtime/json-file';
import { isObject } from '../../platform/runtime/json-text';
import { type OrganizationCreators, scopesOfOrganizations } from './organization-claims';

const setting = 'OPENID_CLAIMS';

/** What the file says of a scope. */
export interface ScopeTemplate {
  scope: string;
  /** The names of its claims. */
  names: readonly string[];
  render: ClaimsTemplate['render'];
  /** What people read before they allow it. Null for the scopes of OpenID Connect, which have words. */
  label: Label | null;
}

/** The claims that the file of OPENID_CLAIMS adds or replaces. */
export interface OpenidClaimsTemplate {
  scopes: readonly ScopeTemplate[];
  /** The fields of USER_FIELDS in it that users write themselves. */
  usersWrite: readonly string[];
}

/** What people read of the scopes of ORGANIZATIONS, and of those that only OPENID_CLAIMS has, in its order. */
export const labelsOf = (
  template: OpenidClaimsTemplate | null,
  creators: OrganizationCreators,
): ReadonlyMap<string, Label> =>
  new Map([
    ...scopesOfOrganizations(creators),
    ...(template?.scopes ?? []).flatMap(({ scope, label }) => (label ? [[scope, label] as const] : [])),
  ]);

/** RFC 6749, section 3.3. */
const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;
/** Scopes that give no data of the user: nobody is asked for their consent to any (OpenID Connect Core 1.0, section 5.4). */
const withoutData: ReadonlySet<string> = new Set(['openid', 'offline_access']);
/** What the claim says depends on the account alone (OpenID Connect Core 1.0, section 5.1). */
const vouching: ReadonlySet<string> = new Set(['email_verified', 'phone_number_verified']);

/** Applications know accounts by these (OpenID Connect Core 1.0, section 5.7, warns of it), so nobody chooses one. */
const ofAccounts = {
  names: /user_?name|nick_?name|login|^(?:upn|uid|unique_name|e?mail|phone_number)$/i,
  because: 'applications know accounts by it, so users could enter those of others',
};

const isReserved = (name: string) => vouching.has(name) || (reservedClaims.has(name) && name !== 'groups');

/** `fields` are those of USER_FIELDS. @throws ConfigError with one line for each problem */
export const readOpenidClaims = (file: string | null, fields: () => KnownFields): OpenidClaimsTemplate | null =>
  file === null ? null : parseOpenidClaims(readSettingFile(setting, file).toString(), fields());

/** @throws ConfigError with one line for each problem */
export function parseOpenidClaims(text: string, fields: KnownFields = new Map()): OpenidClaimsTemplate {
  const whole = createClaimsCompiler({ setting, fields });
  const compilers = [whole];
  /** The claims, with the scope that gives each. */
  const given = new Map<string, string>();
  const scopes = Object.entries(parseJsonObject(setting, text, 'scopes')).map(([scope, value]): ScopeTemplate => {
    const compiler = createClaimsCompiler({ setting, fields, within: [scope], closed: ofAccounts });
    compilers.push(compiler);
    if (!scopeForm.test(scope))
      compiler.report([], 'must be a name of at most 100 visible ASCII characters, without quotes and backslashes');
    if (withoutData.has(scope)) compiler.report([], 'gives no claims. Use "profile", or a scope of your own');
    if (!isObject(value)) compiler.report([], 'must be an object of claims');
    const { label = null, ...claims } = isObject(value) ? value : {};
    const names = Object.keys(claims);
    for (const name of names) {
      const other = given.get(name);
      if (other !== undefined) compiler.report([name], `is already a claim of ${JSON.stringify(other)}`);
      given.set(name, scope);
      if (isReserved(name)) compiler.report([name], claimProblems.defined);
    }
    const problem = problemOfLabel(scope, label, names);
    if (isObject(value) && problem !== null) compiler.report([], problem);
    return { scope, names, render: compiler.compileObject(claims, []), label: isLabel(label) ? label : null };
  });
  if (given.size > mostClaims) whole.report([], claimProblems.tooMany);
  const render: ClaimsTemplate['render'] = (user) => Object.assign({}, ...scopes.map((one) => one.render(user)));
  const isRight = () => compilers.every(({ problems }) => problems.length === 0);
  if (isRight() && sizeForNobody(render) > longestRenderedClaims) whole.report([], claimProblems.tooLarge);
  if (!isRight()) throw new ConfigError(compilers.flatMap(({ problems }) => problems));
  return { scopes, usersWrite: [...new Set(compilers.flatMap((compiler) => compiler.usersWrite()))] };
}

function problemOfLabel(scope: string, label: unknown, names: readonly string[]): string | null {
  if (isOpenidScope(scope)) {
    if (label !== null) return `has words already: PAGE_TEXTS replaces them, as "common.scopes.${scope}"`;
    return names.length > 0 || withoutData.has(scope) ? null : 'has no claims';
  }
  if (label !== null && !isLabel(label)) return labelRule;
  return label?.en === undefined ? 'must have a label, in "en" at least: people read it before they allow it' : null;
}
