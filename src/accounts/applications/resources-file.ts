import { ConfigError } from '../../platform/config/config-error';
import { readSettingFile } from '../../platform/config/setting-file';
import { parseJsonObject } from '../../platform/runtime/json-file';
import { isObject } from '../../platform/runtime/json-text';
import { adminAudienceOf } from '../tokens/access-token';
import { isLabel, textsRule } from '../users/label';
import { openidScopes } from '../users/openid-scopes';
import { isBlank } from '../users/user.inputs';
import { adminScopes } from './admin-scope';
import { userinfoAudienceOf } from './client-audience';
import { longestScope, mostScopes, scopeForm } from './oauth-clients.inputs';
import { audiences, comparable, type OpenTo, type ProtectedResource, ProtectedResources } from './protected-resource';
import { isPlainUri, redirectUriKindOf } from './redirect-uri';

const setting = 'RESOURCES';

/** What has a meaning already. */
export interface TakenNames {
  /** The audiences of the APIs of Gatehouse: a token for a resource opens none of them. */
  audiences: readonly string[];
  /** The scopes of Gatehouse, and those of OPENID_CLAIMS. */
  scopes: readonly string[];
  /** Those that are allowed beside the scopes of a resource. */
  besides: ReadonlySet<string>;
}

/** `ofClaims` are the scopes of OPENID_CLAIMS. */
export const takenNames = (
  { publicUrl, jwtAudience }: { publicUrl: string; jwtAudience: string },
  ofClaims: Iterable<string>,
): TakenNames => {
  const besides = new Set([...Object.keys(openidScopes), ...ofClaims]);
  return {
    audiences: [publicUrl, jwtAudience, adminAudienceOf(publicUrl), userinfoAudienceOf(publicUrl)],
    scopes: [...besides, ...adminScopes],
    besides,
  };
};

/** No document says one. Each is an API that a team runs, and stands in the discovery document. */
const mostResources = 50;
/** Characters. No document says one. It is the `aud` of each token, and proxies take headers of 8 kB. */
const longestId = 200;
/** Characters. No document says one. People read it in a sentence. */
const longestName = 100;
/** Characters, with the spaces between them. No document says one. Of the 4 kB that a token can have. */
const longestScopes = 1024;
/** No document says one: the file is ours. */
const keys = ['name', 'open_to', 'scopes', 'default_scopes'];

/** Of the resource, or of one of its scopes. */
type Report = (problem: string, scope?: string) => void;

/** @throws ConfigError with one line for each problem */
export const readResources = (file: string | null, taken: () => TakenNames): ProtectedResources =>
  new ProtectedResources(file === null ? [] : parseResources(readSettingFile(setting, file).toString(), taken()));

/** @throws ConfigError with one line for each problem */
export function parseResources(text: string, taken: TakenNames): ProtectedResource[] {
  const entries = Object.entries(parseJsonObject(setting, text, 'resources'));
  const problems: string[] = [];
  if (entries.length > mostResources) problems.push(`the file has more than ${mostResources} resources`);
  const resources = entries.map(([id, value]) => {
    const report: Report = (problem, scope) =>
      problems.push(`${shown(id)}${scope === undefined ? '' : `: the scope ${shown(scope)}`} ${problem}`);
    const problem = problemOfId(id, taken);
    if (problem !== null) report(problem);
    const same = entries.find(([other]) => other !== id && comparable(other) === comparable(id));
    if (same) report(`is the same resource as ${shown(same[0])}`);
    if (!isObject(value)) report(`must be an object with ${keys.join(', ')}`);
    return readResource(id, isObject(value) ? value : {}, taken, report);
  });
  if (problems.length > 0) throw new ConfigError(problems.map((problem) => `${setting}: ${problem}`));
  return resources;
}

const shown = (text: string): string => JSON.stringify(text.slice(0, longestId));

/** RFC 8707, section 2, and RFC 9728, section 1.2. */
function problemOfId(id: string, { audiences: own }: TakenNames): string | null {
  const kind = isPlainUri(id) ? redirectUriKindOf(id) : null;
  if ((kind !== 'site' && kind !== 'loopback') || id.includes('?') || id.length > longestId) {
    return `must be an https:// URL of at most ${longestId} visible ASCII characters, without query, fragment and user info (http:// only for localhost, 127.0.0.1 and [::1])`;
  }
  const { origin } = new URL(id);
  if (!id.startsWith(origin)) return `must begin with ${origin}, as a URL parser writes it`;
  const isOwn = own.some((audience) => comparable(audience) === comparable(id));
  return isOwn ? 'is the audience of an API of Gatehouse, for which clients ask without `resource`' : null;
}

function readResource(
  id: string,
  given: Record<string, unknown>,
  { scopes: taken, besides }: TakenNames,
  report: Report,
): ProtectedResource {
  const { name, open_to: openTo = 'first_party', scopes = {}, default_scopes: defaults = [] } = given;
  for (const key of Object.keys(given).filter((one) => !keys.includes(one)))
    report(`has the unknown key ${shown(key)}. The keys are ${keys.join(', ')}`);
  const isName = typeof name === 'string' && !isBlank(name) && name.length <= longestName && !/\p{Cc}/u.test(name);
  if (!isName) report(`must have a name of at most ${longestName} characters`);
  if (!isOpenTo(openTo)) report(`must have an open_to: ${audiences.join(', ')}`);
  if (!isObject(scopes)) report('must have scopes: an object of names, each with its text in each language');
  const texts = Object.entries(isObject(scopes) ? scopes : {});
  checkScopes(texts, taken, report);
  const areDefaults = Array.isArray(defaults) && defaults.every((one) => texts.some(([scope]) => scope === one));
  if (!areDefaults) report('must have default_scopes that are a list of its scopes');
  return {
    id,
    name: isName ? name : '',
    openTo: isOpenTo(openTo) ? openTo : 'first_party',
    scopes: new Map(texts.flatMap(([scope, label]) => (isLabel(label) ? [[scope, label] as const] : []))),
    defaultScopes: areDefaults ? [...new Set<string>(defaults)] : [],
    besides,
  };
}

const isOpenTo = (value: unknown): value is OpenTo => audiences.some((one) => one === value);

function checkScopes(scopes: readonly (readonly [string, unknown])[], taken: readonly string[], report: Report): void {
  if (scopes.length > mostScopes) report(`has more than ${mostScopes} scopes`);
  if (scopes.map(([scope]) => scope).join(' ').length > longestScopes)
    report(`has scopes of more than ${longestScopes} characters together`);
  for (const [scope, label] of scopes) {
    if (!scopeForm.test(scope) || scope.length > longestScope) {
      const form = 'visible ASCII characters, without quotes and backslashes';
      report(`must be a name of at most ${longestScope} ${form}`, scope);
    }
    if (taken.includes(scope)) report('has a meaning already', scope);
    if (!isLabel(label)) report(textsRule, scope);
    else if (label.en === undefined) report('must have a text in "en"', scope);
  }
}
