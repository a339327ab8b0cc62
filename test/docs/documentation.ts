import { randomBytes } from 'node:crypto';
import { type Block, readPage } from '../support/doc-pages';
import type { PageSettings } from '../support/doc-runner';
import type { Need } from '../support/needs';

interface PageTests {
  /** examples.test.ts executes the page's examples with these settings of the server. */
  examples?: PageSettings;
  /** As `examples`, by heading, if each section needs a server of its own. */
  sections?: Readonly<Record<string, PageSettings>>;
  /** What its examples need besides programs. */
  needs?: readonly Need[];
  /** The sections whose commands need an installation: operator-pages.test.ts executes them, and compares their answers. */
  installation?: RegExp;
}

/** Every page that has examples, and how they are executed. */
export const documentation: Record<string, PageTests> = {
  'README.md': { examples: {} },
  'docs/explanation/limits-and-back-off.md': { examples: { env: { RATE_LIMITS: 'on' } } },
  'docs/explanation/security-model.md': { examples: {} },
  'docs/how-to/act-as-a-user.md': {
    examples: { ada: 'logged in as a super admin', grace: 'registered' },
    installation: /^Find out who did it$/,
  },
  'docs/how-to/add-a-second-factor.md': { examples: { ada: 'logged in with a verified address' } },
  'docs/how-to/administer-users.md': { examples: { ada: 'logged in as a super admin' } },
  'docs/how-to/back-up.md': { installation: /./ },
  'docs/how-to/change-the-mails.md': { installation: /./ },
  'docs/how-to/check-tokens-by-introspection.md': {
    examples: { ada: 'logged in', client: true, ports: [3005] },
    installation: /^(Create a client|Replace a secret)$/,
  },
  'docs/how-to/choose-who-can-register.md': {
    examples: { env: { EMAIL_VERIFICATION: 'required' } },
    installation: /^Invite people$/,
  },
  'docs/how-to/delete-an-account.md': {
    examples: { ada: 'logged in' },
    installation: /^(As an operator|What is erased)$/,
  },
  'docs/how-to/end-sessions.md': { examples: { ada: 'logged in' }, installation: /operator/ },
  'docs/how-to/find-out-why-a-request-was-rejected.md': { installation: /./ },
  'docs/how-to/generate-a-rest-client.md': { examples: { ada: 'registered' }, needs: ['test/tools'] },
  'docs/how-to/generate-a-typed-client.md': { examples: { ada: 'registered' } },
  'docs/how-to/install.md': { installation: /./ },
  'docs/how-to/give-users-roles.md': {
    examples: { ports: [8081] },
    installation: /^(Set the roles|Make a user a super admin)$/,
  },
  'docs/how-to/forward-auth/README.md': { examples: { ada: 'logged in' } },
  'docs/how-to/register-from-a-backend.md': {
    examples: {
      env: { RATE_LIMITS: 'on', RATE_LIMIT_REGISTER_NETWORK: '2/3600', RATE_LIMIT_TRUSTED_NETWORKS: '127.0.0.1' },
    },
  },
  'docs/how-to/graphql-clients.md': { examples: { ada: 'registered' } },
  'docs/how-to/monitor/README.md': { installation: /./ },
  'docs/how-to/move-from-another-service.md': { installation: /./ },
  'docs/how-to/offer-the-account-pages.md': { examples: { env: { PAGES: 'sign-in,account' } } },
  'docs/how-to/log-in-with-passkeys.md': { examples: { ada: 'logged in with a passkey' } },
  'docs/how-to/rest-clients.md': { examples: {} },
  'docs/how-to/reject-known-passwords.md': {
    examples: { env: { COMMON_PASSWORDS: 'on', PRODUCT_NAME: 'Rocket Shop', PASSWORD_WORDS: 'acme' } },
  },
  'docs/how-to/require-a-recent-login.md': { examples: { ada: 'logged in with a verified address', ports: [8080] } },
  'docs/how-to/rotate-keys.md': { installation: /./ },
  'docs/how-to/rotate-the-secret.md': { installation: /./ },
  'docs/how-to/run-behind-a-proxy.md': { installation: /./ },
  'docs/how-to/run-several-instances.md': { installation: /./ },
  'docs/how-to/send-mail.md': { examples: {}, installation: /^(Connect a mail server|Find mails that were not sent)$/ },
  'docs/how-to/sign-in-on-the-pages.md': {
    examples: {
      env: { REDIRECT_URIS: 'http://localhost:3000/', CORS_ORIGINS: 'http://localhost:3000' },
      ada: 'registered',
    },
  },
  'docs/how-to/stay-logged-in-browser.md': {
    examples: { env: { CORS_ORIGINS: 'http://localhost:3000' }, ada: 'registered' },
  },
  'docs/how-to/stay-logged-in-other-site.md': {
    examples: { env: { CORS_ORIGINS: 'http://127.0.0.1:3000', COOKIE_SAME_SITE: 'none' }, ada: 'registered' },
  },
  'docs/how-to/stay-logged-in-mobile.md': { examples: { ada: 'registered' } },
  'docs/how-to/stay-logged-in-server.md': { examples: { ada: 'registered', ports: [3000] } },
  'docs/how-to/upgrade.md': { installation: /./ },
  'docs/how-to/use-the-console.md': { examples: {} },
  'docs/how-to/use-in-a-supergraph.md': {
    examples: {
      env: { FEDERATION: 'on', FEDERATION_SECRET: randomBytes(32).toString('base64') },
      exported: ['FEDERATION_SECRET'],
      ada: 'registered',
      ports: [4001, 4002],
    },
    needs: ['test/tools'],
  },
  'docs/how-to/verify-access-tokens.md': { examples: { ada: 'registered', ports: [3001, 3002, 3003, 3004] } },
  'docs/reference/api/README.md': { examples: {} },
  'docs/reference/api/account.md': {
    sections: {
      register: {},
      me: { ada: 'logged in' },
      updateProfile: { ada: 'logged in' },
      deleteAccount: { ada: 'logged in' },
      cancelDeletion: { ada: 'logged in' },
    },
  },
  'docs/reference/api/factors.md': {
    sections: {
      factors: { ada: 'logged in with a second factor' },
      enrollTotp: { ada: 'logged in with a verified address' },
      confirmTotp: { ada: 'logged in with a verified address' },
      removeTotp: { ada: 'logged in with a second factor' },
      regenerateRecoveryCodes: { ada: 'logged in with a second factor' },
      addPasskeyOptions: { ada: 'logged in with a verified address' },
      addPasskey: { ada: 'logged in with a verified address' },
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
      refresh: { ada: 'registered' },
      logout: { ada: 'logged in' },
      sessions: { ada: 'logged in' },
      revokeSession: { ada: 'logged in' },
      stepUpOptions: { ada: 'logged in with a second factor' },
      stepUp: { ada: 'logged in with a second factor' },
    },
  },
  'docs/reference/api/password-and-email.md': {
    sections: {
      sendEmailVerification: { ada: 'registered' },
      confirmEmail: { ada: 'registered' },
      requestPasswordReset: { ada: 'registered' },
      resetPassword: { ada: 'registered' },
      changePassword: { ada: 'logged in' },
      changeEmail: { ada: 'logged in' },
      confirmEmailChange: { ada: 'logged in' },
    },
  },
  'docs/reference/api/service.md': { examples: {} },
  'docs/reference/api/tokens.md': {
    sections: {
      verify: { ada: 'logged in' },
      introspectToken: { ada: 'logged in', client: true },
      revokeToken: { ada: 'logged in', client: true },
      keySet: {},
      discovery: {},
    },
  },
  'docs/reference/audit.md': { installation: /./ },
  'docs/reference/command-line.md': { examples: { dataDir: '.data' } },
  'docs/reference/errors.md': { examples: {} },
  'docs/reference/graphql.md': { examples: { env: { FEDERATION: 'on' } } },
  'docs/reference/import.md': { installation: /./ },
  'docs/reference/limits.md': { examples: {} },
  'docs/tutorial/graphql.md': { examples: {} },
  'docs/tutorial/protected-service.md': { examples: { ports: [3000] } },
  'docs/tutorial/reset-a-password.md': {
    examples: { env: { LINK_RESET_PASSWORD: 'http://localhost:3000/reset/{token}' }, ports: [3000] },
  },
  'docs/tutorial/rest.md': { examples: {} },
  'docs/tutorial/sandbox.md': { examples: {} },
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
