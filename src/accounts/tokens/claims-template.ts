import { readFileSync } from 'node:fs';
import { ConfigError } from '../../platform/config/config-error';
import { hasDuplicateNames } from '../../platform/runtime/json-text';
import { bytesOfJson, type ClaimSource, isClaimName } from '../users/user-claims';
import { problemOfValue, type UserField } from '../users/user-field';
import { isObject } from './jws';
import { reservedClaims } from './reserved-claims';

/** The custom claims of access tokens, from the file of TOKEN_CLAIMS. */
export interface ClaimsTemplate {
  /** What the claims depend on: names of `ClaimSource`, and of fields as `fields.plan`. */
  uses: ReadonlySet<string>;
  /** The fields among them that users write themselves. */
  usersWrite: readonly string[];
  render(user: ClaimSource): Record<string, unknown>;
}

/** Bytes of JSON. */
export const longestRenderedClaims = 1536;
const largestFile = 64 * 1024;
const mostClaims = 50;
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
const sources: Readonly<Record<Exclude<keyof ClaimSource, 'claims' | 'fields'>, Source>> = {
  id: { render: ({ id }) => id, usersWrite: false },
  // An address has a domain, so it is no name of a right.
  email: { render: ({ email }) => email, usersWrite: false },
  emailVerified: { render: ({ emailVerified }) => emailVerified, usersWrite: false },
  firstName: { render: ({ firstName }) => firstName, usersWrite: true },
  lastName: { render: ({ lastName }) => lastName, usersWrite: true },
  roles: { render: ({ roles }) => roles, usersWrite: false },
};
const knownSources = `${Object.keys(sources).join(', ')}, fields.<name>, claims.<name>`;

const fieldPrefix = 'fields.';

/**
 * Claims by which other services decide what a person may do: `roles`, `groups` and `entitlements` (RFC 9068, section 2.2.3.1),
 * `scope` (RFC 8693, section 4.2) and `scp`, `authorization_details` (RFC 9396, section 9), and those of other products, such
 * as `x-hasura-*`, `realm_access`, `is_admin`, `authorities`, `policy` and `wids`. They can be nested, and parts of a name.
 */
const namesOfRights =
  /^x-hasura-|role|group|entitle|scope|permission|privilege|authority|authorities|authorization|admin|access|policy|policies|^(?:scp|wids|acl|grants?|rights?)$/i;

type KnownFields = ReadonlyMap<string, UserField>;

const fieldIn = (source: string, fields: KnownFields): UserField | undefined =>
  source.startsWith(fieldPrefix) ? fields.get(source.slice(fieldPrefix.length)) : undefined;

const isSource = (name: string): name is keyof typeof sources => Object.hasOwn(sources, name);

/** Reads the file of TOKEN_CLAIMS. `fields` are those of USER_FIELDS. @throws ConfigError with one line for each problem */
export function readClaimsTemplate(file: string | null, fields: () => KnownFields): ClaimsTemplate | null {
  if (file === null) return null;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new ConfigError([`TOKEN_CLAIMS names a file that cannot be read (${code}). Check the path`]);
  }
  return parseClaimsTemplate(text, fields());
}

/** @throws ConfigError with one line for each problem */
export function parseClaimsTemplate(text: string, fields: KnownFields = new Map()): ClaimsTemplate {
  if (text.length > largestFile) throw wrong('has more than 64 kB');
  const value = parseJson(text);
  if (!isObject(value)) throw wrong('must be a JSON object of claims');
  if (hasDuplicateNames(text)) throw wrong('has a name twice in one object');
  const compiler = new Compiler(fields);
  const names = Object.keys(value);
  if (names.length > mostClaims) compiler.report([], `has more than ${mostClaims} claims`);
  for (const name of names.filter((one) => reservedClaims.has(one))) {
    compiler.report([name], 'is a claim that Gatehouse or a standard defines. Use another name');
  }
  const render = compiler.compileObject(value, []);
  if (compiler.problems.length === 0 && bytesOfJson(render(nobody)) > longestRenderedClaims) {
    compiler.report([], 'is larger than 1.5 kB already without the data of a user');
  }
  if (compiler.problems.length > 0) throw new ConfigError(compiler.problems);
  const uses = [...compiler.uses];
  const usersWrite = uses.filter((source) => fieldIn(source, fields)?.write === 'user');
  return { uses: compiler.uses, usersWrite, render };
}

const nobody: ClaimSource = {
  id: '',
  email: '',
  emailVerified: false,
  firstName: '',
  lastName: '',
  roles: [],
  claims: {},
  fields: {},
};

const wrong = (problem: string) => new ConfigError([`TOKEN_CLAIMS: the file ${problem}`]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong('is not valid JSON');
  }
}

/** Makes functions from the file, so that a login only calls them. */
class Compiler {
  readonly problems: string[] = [];
  readonly uses = new Set<string>();

  constructor(private readonly fields: KnownFields) {}

  /** `path` has the names that lead to the problem. */
  report(path: readonly string[], problem: string): void {
    const place = path.length > 0 ? path.map((name) => JSON.stringify(name)).join(' > ') : 'the file';
    this.problems.push(`TOKEN_CLAIMS: ${place} ${problem}`);
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
      if (usersWrite) this.rejectRights(name, path);
      return render;
    }
    const field = fieldIn(name, this.fields);
    if (field) return this.fieldOf(field, path);
    const [first, ...names] = name.split('.');
    if (first === 'fields') {
      this.report(path, `has the source ${JSON.stringify(name)}, which is not a field of USER_FIELDS`);
      return () => undefined;
    }
    if (first !== 'claims' || names.length === 0 || names.includes('')) {
      this.report(path, `has the unknown source ${JSON.stringify(name)}. The sources are ${knownSources}`);
      return () => undefined;
    }
    this.uses.add('claims');
    return ({ claims }) =>
      names.reduce<unknown>(
        (value, member) => (isObject(value) && Object.hasOwn(value, member) ? value[member] : undefined),
        claims,
      );
  }

  private fieldOf(field: UserField, path: readonly string[]): Render {
    const { name } = field;
    this.uses.add(`${fieldPrefix}${name}`);
    // Whoever has the token reads it.
    if (field.read === 'admin') this.report(path, `has {{fields.${name}}}, which only super admins can read`);
    if (field.write === 'user') this.rejectRights(`${fieldPrefix}${name}`, path);
    // What the file does not allow any more is not shown anywhere.
    return ({ fields }) => {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return value === undefined || problemOfValue(field, value) ? undefined : value;
    };
  }

  private rejectRights(source: string, path: readonly string[]): void {
    if (!path.some((name) => namesOfRights.test(name))) return;
    this.report(path, `has {{${source}}}, which users write themselves: it cannot decide what they may do`);
  }

  private isList(source: string): boolean {
    return source === 'roles' || fieldIn(source, this.fields)?.type === 'string_list';
  }
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
