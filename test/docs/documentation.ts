import { randomBytes } from 'node:crypto';
import { type Block, readPage } from '../support/doc-pages';
import type { PageSettings } from '../support/doc-runner';
import { settingFile } from '../support/setting-file';

interface PageTests {
  /** examples.test.ts executes the page's examples with these settings of the server. */
  examples?: PageSettings;
  /** As `examples`, by heading, if each section needs a server of its own. */
  sections?: Readonly<Record<string, PageSettings>>;
  /** The sections whose commands need an installation: operator-pages.test.ts executes them, and compares their answers. */
  installation?: RegExp;
}

/** Needs no network, because the endpoints of GitHub are known. */
const github = {
  PROVIDERS: 'github',
  PROVIDER_GITHUB_CLIENT_ID: 'Iv1.0123456789abcdef',
  PROVIDER_GITHUB_CLIENT_SECRET: randomBytes(20).toString('hex'),
  REDIRECT_URIS: 'https://app.example.com/callback',
};

const resources = settingFile({
  'https://mcp.example.com/mcp': {
    name: 'Notes',
    open_to: 'any',
    scopes: { 'notes:read': { en: 'Read your notes' }, 'notes:write': { en: 'Change your notes' } },
  },
});

const postJson = (path: string, body: object, ...headers: string[]): string =>
  [`POST ${path}`, 'Content-Type: application/json', ...headers, '', JSON.stringify(body)].join('\n');
const email = 'ada@example.com';
const password = 'correct horse battery';
const signedIn = 'Authorization: Bearer eyJhbGciOiJFUzI1NiIs…';

/** Every page that has examples, and how they are executed. */
export const documentation: Record<string, PageTests> = {
  'README.md': { examples: {} },
  'docs/start/quick-start.md': { examples: { programs: [] } },
  'docs/integrate/backend.md': {
    examples: {
      env: { RATE_LIMITS: 'on', RATE_LIMIT_REGISTER_NETWORK: '2/3600', RATE_LIMIT_TRUSTED_NETWORKS: '127.0.0.1' },
      programs: ['backend'],
    },
  },
  'docs/integrate/clients.md': {
    examples: { ada: 'registered', programs: ['clients', 'graphql-types', 'rest-types'] },
  },
  'docs/integrate/hosted-pages.md': {
    examples: {
      env: {
        REDIRECT_URIS: 'http://localhost:3000/',
        CORS_ORIGINS: 'http://localhost:3000',
        LINK_RESET_PASSWORD: 'http://localhost:3000/reset/{token}',
      },
      ada: 'registered',
      ports: [3000],
      programs: ['password-reset'],
    },
  },
  'docs/integrate/keys.md': {
    examples: {
      env: { API_KEYS: 'on' },
      ada: 'logged in with a verified address',
      client: true,
      ports: [3006],
      programs: ['verify'],
    },
  },
  'docs/integrate/let-agents-use-your-api.md': {
    examples: { ports: [3000], programs: ['agents'] },
  },
  'docs/integrate/openid-connect.md': {
    examples: { client: true, ports: [3000], programs: ['openid'] },
    installation: /^(Create a client|Sign in on a device)$/,
  },
  'docs/integrate/programs.md': {
    examples: {
      client: { scopes: ['reports:read', 'admin:read'], audience: 'https://reports.example.com' },
      ada: 'registered',
      ports: [3000],
    },
    installation: /^(Create a client|Replace the secret)$/,
  },
  'docs/integrate/protect-a-service.md': {
    examples: { ada: 'logged in', client: true, ports: [3000, 3001, 3002, 3003, 3004, 3005], programs: ['verify'] },
    installation: /^Create a client$/,
  },
  'docs/integrate/react-and-next.md': {
    examples: { ada: 'logged in', ports: [3000], programs: ['react-server'] },
  },
  'docs/integrate/roles.md': {
    examples: { ports: [8081] },
    installation: /^(Set the roles|Add claims|Make a user a super admin)$/,
  },
  'docs/integrate/organizations.md': {
    examples: { ada: 'logged in with a verified address', env: { ORGANIZATIONS: 'users' } },
  },
  'docs/integrate/supergraph.md': {
    examples: {
      env: { FEDERATION: 'on', FEDERATION_SECRET: randomBytes(32).toString('base64') },
      exported: ['FEDERATION_SECRET'],
      ada: 'registered',
      ports: [4002, 4003],
      programs: ['supergraph'],
    },
  },
  'docs/integrate/webhooks.md': { examples: { ada: 'logged in as a super admin' } },
  'docs/integrate/your-own-front-end.md': {
    examples: {
      env: { CORS_ORIGINS: 'http://localhost:3000' },
      ada: 'registered',
      ports: [3000],
      programs: ['native', 'react', 'server'],
    },
  },
  'docs/operate/admin.md': {
    examples: { ada: 'logged in as a super admin', grace: 'registered' },
    installation: /^(End sessions as an operator|Find out who did it|As an operator)$/,
  },
  'docs/operate/back-up.md': { installation: /./ },
  'docs/operate/before-production.md': { installation: /./ },
  'docs/operate/high-availability.md': { installation: /./ },
  'docs/operate/install.md': { installation: /./ },
  'docs/operate/mail.md': {
    examples: {},
    installation: /^(Connect a mail server|Find mails that were not sent|Replace a mail)$/,
  },
  'docs/operate/monitor.md': { installation: /./ },
  'docs/operate/move.md': { installation: /./ },
  'docs/operate/proxy.md': { installation: /./ },
  'docs/operate/registration-and-passwords.md': {
    examples: {
      env: {
        EMAIL_VERIFICATION: 'required',
        COMMON_PASSWORDS: 'on',
        PRODUCT_NAME: 'Rocket Shop',
        PASSWORD_WORDS: 'acme',
        HOOK_BEFORE_REGISTER: 'http://localhost:3000/',
        HOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwzB1Y6Vn2qmE=',
      },
      exported: ['HOOK_SECRET'],
      ports: [3000],
    },
    installation: /^Invite people$/,
  },
  'docs/operate/rotate.md': { installation: /./ },
  'docs/operate/upgrade.md': { installation: /./ },
  'docs/operate/why-rejected.md': { installation: /./ },
  'docs/reference/api/README.md': { examples: {} },
  'docs/reference/api/account.md': {
    sections: {
      register: {},
      me: { ada: 'logged in' },
      updateProfile: { ada: 'logged in' },
      'Fields of your own': { ada: 'logged in', userFields: 'user-fields.json' },
      exportMyData: { ada: 'logged in' },
      deleteAccount: { ada: 'logged in' },
      cancelDeletion: { ada: 'logged in' },
    },
  },
  'docs/reference/api/factors.md': {
    sections: {
      factors: { ada: 'logged in with a second factor' },
      enrollTotp: { ada: 'logged in with a verified address' },
      confirmTotp: {
        ada: 'logged in with a verified address',
        before: [postJson('/auth/totp', { current_password: password }, signedIn)],
      },
      setTwoStep: { ada: 'logged in with a passkey' },
      removeTotp: { ada: 'logged in with a second factor' },
      regenerateRecoveryCodes: { ada: 'logged in with a second factor' },
      addPasskeyOptions: { ada: 'logged in with a verified address' },
      addPasskey: {
        ada: 'logged in with a verified address',
        before: [postJson('/auth/passkeys/options', { current_password: password }, signedIn)],
      },
      renamePasskey: { ada: 'logged in with a passkey' },
      removePasskey: { ada: 'logged in with a passkey' },
    },
  },
  'docs/reference/api/login.md': {
    sections: {
      login: { ada: 'registered' },
      completeLogin: { ada: 'logged in with a second factor' },
      passkeyLoginOptions: {},
      loginWithPasskey: { ada: 'logged in with a passkey' },
      requestEmailLogin: { ada: 'registered', env: { EMAIL_LOGIN: 'on' } },
      completeEmailLogin: {
        ada: 'registered',
        env: { EMAIL_LOGIN: 'on' },
        before: [postJson('/auth/login/email', { email })],
      },
      refresh: { ada: 'registered', before: [postJson('/auth/login', { email, password, scope: 'offline_access' })] },
      logout: { ada: 'logged in' },
      sessions: { ada: 'logged in' },
      revokeSession: { ada: 'logged in' },
      connectedApps: { ada: 'signed in to an application', before: [postJson('/auth/login', { email, password })] },
      disconnectApp: { ada: 'signed in to an application', before: [postJson('/auth/login', { email, password })] },
      stepUpOptions: { ada: 'logged in with a second factor' },
      stepUp: { ada: 'logged in with a second factor' },
    },
  },
  'docs/reference/api/password-and-email.md': {
    sections: {
      sendEmailVerification: { ada: 'registered' },
      confirmEmail: { ada: 'registered' },
      requestPasswordReset: { ada: 'registered' },
      resetPassword: { ada: 'registered', before: [postJson('/auth/password/forgot', { email })] },
      changePassword: { ada: 'logged in' },
      changeEmail: { ada: 'logged in' },
      emailChange: {
        ada: 'logged in',
        before: [postJson('/auth/email', { email: 'ada@example.org', current_password: password }, signedIn)],
      },
      cancelEmailChange: {
        ada: 'logged in',
        before: [postJson('/auth/email', { email: 'ada@example.org', current_password: password }, signedIn)],
      },
      confirmEmailChange: {
        ada: 'logged in',
        before: [postJson('/auth/email', { email: 'ada@example.org', current_password: password }, signedIn)],
      },
    },
  },
  'docs/reference/api/providers.md': {
    sections: {
      loginProviders: { env: github },
      startProviderLogin: { env: github },
      completeProviderLogin: { env: github },
      loginWithIdToken: {},
      identities: { ada: 'logged in with an identity' },
      linkIdentity: { ada: 'logged in with a verified address' },
      unlinkIdentity: { ada: 'logged in with an identity' },
    },
  },
  'docs/reference/api/service.md': { examples: {} },
  'docs/reference/api/tokens.md': {
    sections: {
      verify: { ada: 'logged in' },
      introspectToken: { ada: 'logged in', client: true },
      revokeToken: { ada: 'logged in', client: true },
      revocations: { client: true },
      issueTokens: { client: true },
      startDeviceSignIn: { client: { kind: 'public', firstParty: true, deviceGrant: true } },
      userinfo: { ada: 'signed in to an application' },
      protectedResources: { env: { RESOURCES: resources } },
      'The pages for applications': { ada: 'signed in to an application' },
      keySet: {},
      discovery: {},
    },
  },
  'docs/reference/audit.md': { installation: /./ },
  'docs/reference/command-line.md': { examples: { dataDir: '.data' } },
  'docs/reference/errors.md': { examples: {} },
  'docs/reference/graphql.md': { examples: {} },
  'docs/reference/import.md': { installation: /./ },
  'docs/understand/sessions-and-tokens.md': { examples: {} },
};

/** Every group of examples that one server answers, with its settings. */
export function examplesOf(page: string): { section: string; blocks: Block[]; settings: PageSettings }[] {
  const { examples, sections = {} } = documentation[page] ?? {};
  const blocks = blocksOf(page).examples;
  const bySection = Object.entries(sections).map(([section, settings]) => ({
    section,
    settings,
    blocks: blocks.filter((block) => block.section === section),
  }));
  const others = blocks.filter((block) => !(block.section in sections));
  return [...bySection, ...(examples ? [{ section: '', settings: examples, blocks: others }] : [])];
}

/** The blocks of a page, by the test that executes them. */
export function blocksOf(page: string): { examples: Block[]; commands: Block[] } {
  const { installation } = documentation[page] ?? {};
  const isCommand = ({ section }: Block) => installation?.test(section) ?? false;
  const blocks = readPage(page);
  return { examples: blocks.filter((block) => !isCommand(block)), commands: blocks.filter(isCommand) };
}
