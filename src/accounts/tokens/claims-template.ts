import { ConfigError } from '../../platform/config/config-error';
import { readSettingFile } from '../../platform/config/setting-file';
import { parseJsonObject } from '../../platform/runtime/json-file';
import { isObject } from '../../platform/runtime/json-text';
import { bytesOfJson, type ClaimSource, isClaimName } from '../users/user-claims';
import { problemOfValue, type UserField } from '../users/user-field';
import { reservedClaims } from './reserved-claims';

/** The custom claims of access tokens, from the file of TOKEN_CLAIMS. */
export interface ClaimsTemplate {
  /** What the claims depend on: names of `ClaimSource`, fields as `fields.plan`, and `organizationClaims`. */
  uses: ReadonlySet<string>;
  /** The fields among them that users write themselves. */
  usersWrite: readonly string[];
  render(user: ClaimSource): Record<string, unknown>;
}

/** Bytes of JSON. */
export const longestRenderedClaims = 1536;
export const mostClaims = 50;
/** Objects and lists inside of each other, the outermost included. */
const deepest = 5;

/** Returns undefined for a member that is left out. */
type Render = (user: ClaimSource) => unknown;

interface Source {
  render: Render;
  /** Whether people write the value themselves. */
  usersWrite: boolean;
}

/** The sources, as far as they are no names of `claims` and `fields`. */
const sources: Readonly<Record<Exclude<keyof ClaimSource, 'claims' | 'fields' | 'organization'>, Source>> = {
  id: { render: ({ id }) => id, usersWrite: false },
  // An address has a domain, so it is no name of a right.
  email: { render: ({ email }) => email, usersWrite: false },
  emailVerified: { render: ({ emailVerified }) => emailVerified, usersWrite: false },
  firstName: { render: ({ firstName }) => firstName, usersWrite: true },
  lastName: { render: ({ lastName }) => lastName, usersWrite: true },
  tel: { render: ({ tel }) => tel, usersWrite: true },
  telVerified: { render: ({ telVerified }) => telVerified, usersWrite: false },
  roles: { render: ({ roles }) => roles, usersWrite: false },
};
/** Those of a token for an organization. Nothing in a token without one. */
const organizationSources = new Map<string, Render>([
  ['organization.id', ({ organization }) => organization?.id],
  ['organization.slug', ({ organization }) => organization?.slug],
  ['organization.roles', ({ organization }) => organization?.roles],
]);
const knownSources = [
  ...Object.keys(sources),
  ...['fields.<name>', 'claims.<name>'],
  ...organizationSources.keys(),
  'organization.claims.<name>',
].join(', ');

/** In `uses`: what the operator stores about an organization. */
export const organizationClaims = 'organization.claims';
const fieldPrefix = 'fields.';
const organizationPrefix = 'organization.';

/**
 * Claims by which other services decide what a person may do: `roles`, `groups` and `entitlements` (RFC 9068, section 2.2.3.1),
 * `scope` (RFC 8693, section 4.2) and `scp`, `authorization_details` (RFC 9396, section 9), and those of other products, such
 * as `x-hasura-*`, `realm_access`, `is_admin`, `authorities`, `policy` and `wids`. They can be nested, and parts of a name.
 */
const namesOfRights =
  /^x-hasura-|role|group|entitle|scope|permission|privilege|authority|authorities|authorization|admin|access|policy|policies|^(?:scp|wids|acl|grants?|rights?)$/i;

export type KnownFields = ReadonlyMap<string, UserField>;

const fieldIn = (source: string, fields: KnownFields): UserField | undefined =>
  source.startsWith(fieldPrefix) ? fields.get(source.slice(fieldPrefix.length)) : undefined;

const isSource = (name: string): name is keyof typeof sources => Object.hasOwn(sources, name);

/** Reads the file of TOKEN_CLAIMS. `fields` are those of USER_FIELDS. @throws ConfigError with one line for each problem */
export const readClaimsTemplate = (file: string | null, fields: () => KnownFields): ClaimsTemplate | null =>
  file === null ? null : parseClaimsTemplate(readSettingFile('TOKEN_CLAIMS', file).toString(), fields());

/** @throws ConfigError with one line for each problem */
export function parseClaimsTemplate(text: string, fields: KnownFields = new Map()): ClaimsTemplate {
  const value = parseJsonObject('TOKEN_CLAIMS', text, 'claims');
  const compiler = createClaimsCompiler({ setting: 'TOKEN_CLAIMS', fields });
  const names = Object.keys(value);
  if (names.length > mostClaims) compiler.report([], claimProblems.tooMany);
  for (const name of names.filter((one) => reservedClaims.has(one))) compiler.report([name], claimProblems.defined);
  const render = compiler.compileObject(value, []);
  if (compiler.problems.length === 0 && sizeForNobody(render) > longestRenderedClaims)
    compiler.report([], claimProblems.tooLarge);
  if (compiler.problems.length > 0) throw new ConfigError(compiler.problems);
  return { uses: compiler.uses, usersWrite: compiler.usersWrite(), render };
}

/** What is wrong with a claim, or with a file as a whole. */
export const claimProblems = {
  defined: 'is a claim that Gatehouse or a standard defines. Use another name',
  tooMany: `has more than ${mostClaims} claims`,
  tooLarge: 'is larger than 1.5 kB already without the data of a user',
} as const;

/** Bytes of the claims of a user without data. */
export const sizeForNobody = (render: ClaimsTemplate['render']): number => bytesOfJson(render(nobody));

const nobody: ClaimSource = {
  id: '',
  email: '',
  emailVerified: false,
  firstName: '',
  lastName: '',
  tel: '',
  telVerified: false,
  roles: [],
  claims: {},
  fields: {},
};

/** Names of claims that nothing can have that users write themselves. */
interface Closed {
  names: RegExp;
  /** As text after what users write. */
  because: string;
}

const closedRights: Closed = { names: namesOfRights, because: 'it cannot decide what they may do' };

interface CompilerOptions {
  setting: string;
  /** Those of USER_FIELDS. */
  fields: KnownFields;
  /** The names in the file that lead to the claims. */
  within?: readonly string[];
  /** Besides the names of rights. */
  closed?: Closed;
}

export const createClaimsCompiler = (options: CompilerOptions) => new ClaimsCompiler(options);

/** Makes functions from the file, so that a login only calls them. */
class ClaimsCompiler {
  readonly problems: string[] = [];
  readonly uses = new Set<string>();

  constructor(private readonly options: CompilerOptions) {}

  /** `path` has the names that lead to the problem. */
  report(path: readonly string[], problem: string): void {
    const { setting, within = [] } = this.options;
    const names = [...within, ...path].map((name) => JSON.stringify(name));
    this.problems.push(`${setting}: ${names.length > 0 ? names.join(' > ') : 'the file'} ${problem}`);
  }

  /** Returns the fields that users write themselves. */
  usersWrite(): string[] {
    return [...this.uses].filter((source) => fieldIn(source, this.options.fields)?.write === 'user');
  }

  compileObject(value: object, path: readonly string[]): (user: ClaimSource) => Record<string, unknown> {
    const members = Object.entries(value).map(([name, member]) => {
      const at = [...path, name];
      if (!isClaimName(name)) this.report(at, 'must be a name that is not blank and has no control characters');
      return [name, this.compile(member, at)] as const;
    });
    return (user) =>
      Object.fromEntries(
        members.flatMap(([name, render]) => {
          const rendered = render(user);
          return rendered === undefined ? [] : [[name, rendered]];
        }),
      );
  }

  private compile(value: unknown, path: readonly string[]): Render {
    if (typeof value === 'string') return this.compileText(value, path);
    if (value === null) this.report(path, 'must not be null');
    if (typeof value !== 'object' || value === null) return () => value;
    if (path.length >= deepest) {
      this.report(path, `is nested deeper than ${deepest} levels`);
      return () => undefined;
    }
    if (!Array.isArray(value)) return this.compileObject(value, path);
    const elements = value.map((element, i) => this.compile(element, [...path, String(i)]));
    return (user) => elements.map((render) => render(user)).filter((rendered) => rendered !== undefined);
  }

  private compileText(text: string, path: readonly string[]): Render {
    // Every second part is a source.
    const parts = text.split(/\{\{([^{}]*)\}\}/);
    const isUnclosed = parts.some((part, i) => i % 2 === 0 && /\{\{|\}\}/.test(part));
    if (isUnclosed) this.report(path, 'has {{ or }} that do not enclose a source');
    if (parts.length === 1) return () => text;
    const isWhole = parts.length === 3 && parts[0] === '' && parts[2] === '';
    const renders = parts.map((part, i): Render => {
      if (i % 2 === 0) return () => part;
      const source = this.sourceOf(part.trim(), path);
      if (!isWhole && this.isList(part.trim())) {
        this.report(path, `has {{${part.trim()}}} inside of a longer text. A list can only be the whole text`);
      }
      return source;
    });
    const [, whole = () => undefined] = renders;
    if (isWhole) return (user) => whole(user) ?? undefined;
    return (user) => {
      const rendered = renders.map((render) => render(user));
      return rendered.every(isPlain) ? rendered.join('') : undefined;
    };
  }

  private sourceOf(name: string, path: readonly string[]): Render {
    if (isSource(name)) {
      this.uses.add(name);
      const { render, usersWrite } = sources[name];
      if (usersWrite) this.rejectClosed(name, path);
      return render;
    }
    const field = fieldIn(name, this.options.fields);
    if (field) return this.fieldOf(field, path);
    const ofOrganization = organizationSources.get(name);
    if (ofOrganization) return ofOrganization;
    const isOfOrganization = name.startsWith(organizationPrefix);
    const [first, ...names] = (isOfOrganization ? name.slice(organizationPrefix.length) : name).split('.');
    if (first === 'fields' && !isOfOrganization) {
      this.report(path, `has the source ${JSON.stringify(name)}, which is not a field of USER_FIELDS`);
      return () => undefined;
    }
    if (first !== 'claims' || names.length === 0 || names.includes('')) {
      this.report(path, `has the unknown source ${JSON.stringify(name)}. The sources are ${knownSources}`);
      return () => undefined;
    }
    this.uses.add(isOfOrganization ? organizationClaims : 'claims');
    if (isOfOrganization) return ({ organization }) => memberOf(organization?.claims, names);
    return ({ claims }) => memberOf(claims, names);
  }

  private fieldOf(field: UserField, path: readonly string[]): Render {
    const { name } = field;
    this.uses.add(`${fieldPrefix}${name}`);
    // Whoever has the token reads it.
    if (field.read === 'admin') this.report(path, `has {{fields.${name}}}, which only super admins can read`);
    if (field.write === 'user') this.rejectClosed(`${fieldPrefix}${name}`, path);
    // What the file does not allow any more is not shown anywhere.
    return ({ fields }) => {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return value === undefined || problemOfValue(field, value) ? undefined : value;
    };
  }

  /** What users write cannot stand everywhere. */
  private rejectClosed(source: string, path: readonly string[]): void {
    const rules = [closedRights, ...(this.options.closed ? [this.options.closed] : [])];
    const rule = rules.find(({ names }) => path.some((name) => names.test(name)));
    if (rule) this.report(path, `has {{${source}}}, which users write themselves: ${rule.because}`);
  }

  private isList(source: string): boolean {
    return (
      source === 'roles' ||
      source === 'organization.roles' ||
      fieldIn(source, this.options.fields)?.type === 'string_list'
    );
  }
}

/** What the names lead to, one inside of the other. */
const memberOf = (claims: unknown, names: readonly string[]): unknown =>
  names.reduce(
    (value, member) => (isObject(value) && Object.hasOwn(value, member) ? value[member] : undefined),
    claims,
  );

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
