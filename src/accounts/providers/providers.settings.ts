import { isPrivateKey, Secret } from '../../platform/config/secret';
import {
  forEach,
  isServiceUrl,
  list,
  optional,
  parseUrl,
  type Setting,
  settingsOn,
  text,
  type Variables,
  variableOf,
} from '../../platform/config/setting';
import { customPreset, type ProviderEndpoints, type ProviderPreset, presetOf } from './provider-table';

const setting = settingsOn('providers');

/** Declares a setting of each provider. */
const ofEach = <Value>(...[name, ...rest]: Parameters<typeof setting<Value>>) =>
  forEach('PROVIDERS', setting(`PROVIDER_<ID>_${name}`, ...rest));

/** No document says one. A page has a button for each. */
const mostProviders = 20;
/** The audit names the other ways to sign in so. */
const otherMethods = ['email', 'password', 'passkey'];
export const isProviderId = (id: string): boolean => /^[a-z][a-z0-9_]{0,30}$/.test(id) && !otherMethods.includes(id);
const areIds = (ids: readonly string[]) =>
  ids.length <= mostProviders && ids.every(isProviderId) && new Set(ids).size === ids.length;

const isLabel = (label: string) => /^[^\p{Cc}]{1,40}$/u.test(label);
function claimOf(entry: string): [claim: string, value: string] {
  const at = entry.indexOf('=');
  return [entry.slice(0, at), entry.slice(at + 1)];
}

const areClaims = (entries: readonly string[]) =>
  entries.every((entry) => /^[\w.:/-]+=./.test(entry)) &&
  new Set(entries.map((entry) => claimOf(entry)[0])).size === entries.length;
const isTenant = (tenant: string) =>
  ['common', 'organizations', 'consumers'].includes(tenant) ||
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(tenant);

/** Lines of a PEM file, also with `\n` between them, as a file of settings has them. */
const pemOf = (value: string) => value.replaceAll('\\n', '\n');

const isP256 = (value: string) => isPrivateKey(pemOf(value), 'prime256v1');

const asSecret = (value: string) => new Secret(value);

const clientId = ofEach('CLIENT_ID', optional(text), 'The client id of your application at the provider.');
const clientSecret = ofEach(
  'CLIENT_SECRET',
  optional(text.transform(asSecret)),
  'Its client secret. Apple has a key instead.',
);
const issuer = ofEach(
  'ISSUER',
  optional(text.refine(isServiceUrl, 'must be the issuer of the provider, an https:// URL without query or fragment')),
  'The issuer, exactly as in the metadata of the provider. Needed for a provider of your own, or your own GitLab or GitHub.',
  { example: 'https://sso.example.com/realms/staff' },
);
const apple = {
  teamId: setting('PROVIDER_APPLE_TEAM_ID', optional(text), 'The team id of your Apple developer account.'),
  keyId: setting('PROVIDER_APPLE_KEY_ID', optional(text), 'The id of the key for Sign in with Apple.'),
  privateKey: setting(
    'PROVIDER_APPLE_PRIVATE_KEY',
    optional(
      text.refine(isP256, 'must be the private key of the .p8 file in PEM').transform((pem) => asSecret(pemOf(pem))),
    ),
    'That key. Line breaks can be `\\n`.',
  ),
};

/** Returns what the providers of the list lack, and what only the development allows. */
function conflictOf(given: Variables): string | null {
  const ids = list.parse(given.PROVIDERS ?? '');
  const needs = ids.flatMap((id): string[] => {
    const needed: Setting<unknown>[] = id === 'apple' ? Object.values(apple) : [clientSecret];
    if (presetOf(id) === customPreset) needed.push(issuer);
    return [clientId, ...needed].map((one) => variableOf(one, id)).filter((name) => given[name] === undefined);
  });
  if (needs.length > 0) return `needs ${needs.join(', ')}`;
  const open = ids
    .map((id) => variableOf(issuer, id))
    .find((name) => parseUrl(given[name] ?? '')?.protocol === 'http:');
  return open !== undefined && given.NODE_ENV === 'production' ? `needs ${open} with https:// in production` : null;
}

export const providersSettings = {
  providers: {
    ids: setting(
      'PROVIDERS',
      list
        .refine(
          areIds,
          'must be at most 20 different ids of a lower-case letter and of a-z, 0-9 and "_", separated by commas, and none of email, passkey and password',
        )
        .default([]),
      'The providers, in the order of their buttons: `google`, `microsoft`, `apple`, `gitlab`, `github`, `discord`, `facebook`, or an id of your own for any OpenID provider. `<ID>` below is the id in upper case.',
      { conflict: conflictOf },
    ),
    clientId,
    clientSecret,
    issuer,
    label: ofEach(
      'LABEL',
      optional(text.refine(isLabel, 'must be at most 40 characters')),
      'The name on the button, by default that of the provider, or the id.',
    ),
    icon: ofEach(
      'ICON',
      optional(text),
      'A `.svg`, `.png` or `.webp` file of at most 32 kB for the button. Without it, the button has the mark of the provider, or the first letter of its label.',
      { example: '/etc/gatehouse/acme.svg' },
    ),
    scopes: ofEach('SCOPES', optional(text), 'The scopes that Gatehouse asks for, separated by spaces.', {
      defaultText: 'those of the provider, and `openid email profile` for a provider of your own',
    }),
    audiences: ofEach(
      'AUDIENCES',
      list.default([]),
      'The client ids of native applications, whose ID tokens `loginWithIdToken` accepts.',
    ),
    require: ofEach(
      'REQUIRE',
      list
        .refine(areClaims, 'must be claims such as hd=example.com, separated by commas, each at most once')
        .default([]),
      'Claims that a person must have. Others are rejected.',
      { example: 'hd=example.com' },
    ),
    tenant: setting(
      'PROVIDER_MICROSOFT_TENANT',
      text.refine(isTenant, 'must be common, organizations, consumers or the id of a tenant').default('common'),
      'Whose accounts Microsoft accepts. `consumers` are personal accounts.',
    ),
    apple,
  },
};

export interface ProviderConfig {
  id: string;
  label: string;
  /** A file. */
  icon: string | null;
  clientId: string;
  /** Null for Apple, whose secret is made for each request. */
  clientSecret: Secret | null;
  issuer: string;
  scopes: string;
  audiences: readonly string[];
  /** The values of claims that a person must have. */
  require: Readonly<Record<string, string>>;
  preset: ProviderPreset;
  /** Null for a provider with OpenID Connect, whose metadata have them. */
  endpoints: ProviderEndpoints | null;
  apple: { teamId: string; keyId: string; privateKey: Secret } | null;
  /** Only of Microsoft. */
  tenant: string | null;
}

type OfEach<Value> = Readonly<Record<string, Value>>;

interface ProviderValues {
  ids: readonly string[];
  clientId: OfEach<string | null>;
  clientSecret: OfEach<Secret | null>;
  issuer: OfEach<string | null>;
  label: OfEach<string | null>;
  icon: OfEach<string | null>;
  scopes: OfEach<string | null>;
  audiences: OfEach<readonly string[]>;
  require: OfEach<readonly string[]>;
  tenant: string;
  apple: { teamId: string | null; keyId: string | null; privateKey: Secret | null };
}

/** The settings of each provider. What it lacks has stopped the start. */
export function providersOf(values: ProviderValues): readonly ProviderConfig[] {
  return values.ids.map((id): ProviderConfig => {
    const preset = presetOf(id);
    const { teamId, keyId, privateKey } = values.apple;
    const tenant = id === 'microsoft' ? values.tenant : null;
    const usual = tenant === null ? preset.issuer : preset.issuer.replace('common', tenant);
    const issuer = values.issuer[id] ?? usual;
    return {
      id,
      label: values.label[id] ?? (preset.label || id),
      icon: values.icon[id] ?? null,
      clientId: values.clientId[id] ?? '',
      clientSecret: values.clientSecret[id] ?? null,
      issuer,
      scopes: values.scopes[id] ?? preset.scopes,
      audiences: values.audiences[id] ?? [],
      require: Object.fromEntries((values.require[id] ?? []).map(claimOf)),
      preset,
      endpoints: preset.endpoints?.(issuer.replace(/\/+$/, '')) ?? null,
      apple: id === 'apple' && teamId && keyId && privateKey ? { teamId, keyId, privateKey } : null,
      tenant,
    };
  });
}
