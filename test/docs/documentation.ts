import { randomBytes } from 'node:crypto';
import { type Block, readPage } from '../support/doc-pages';
import type { PageSettings } from '../support/doc-runner';
import type { Need } from '../support/needs';

interface PageTests {
  /** examples.test.ts executes the page's examples with these settings of the server. */
  examples?: PageSettings;
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
  'docs/how-to/graphql-clients.md': { examples: { ada: 'registered' }, needs: ['test/tools'] },
  'docs/how-to/monitor/README.md': { installation: /./ },
  'docs/how-to/move-from-another-service.md': { installation: /./ },
  'docs/how-to/offer-the-account-pages.md': { examples: { env: { PAGES: 'sign-in,account' } } },
  'docs/how-to/log-in-with-passkeys.md': { examples: { ada: 'logged in with a passkey' } },
  'docs/how-to/rest-clients.md': { examples: {}, needs: ['test/tools'] },
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
  'docs/how-to/verify-access-tokens.md': {
    examples: { ada: 'registered', ports: [3001, 3002, 3003, 3004] },
    needs: ['test/tools'],
  },
  'docs/reference/audit.md': { installation: /./ },
  'docs/reference/command-line.md': { examples: { dataDir: '.data' } },
  'docs/reference/errors.md': { examples: {} },
  'docs/reference/graphql.md': { examples: { env: { FEDERATION: 'on' } } },
  'docs/reference/import-file.md': { installation: /./ },
  'docs/reference/import-presets.md': { installation: /^Import presets$/ },
  'docs/reference/limits.md': { examples: {} },
  'docs/reference/operations/README.md': { examples: {} },
  'docs/reference/operations/add-passkey-options.md': { examples: { ada: 'logged in with a verified address' } },
  'docs/reference/operations/add-passkey.md': { examples: { ada: 'logged in with a verified address' } },
  'docs/reference/operations/cancel-deletion.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/change-email.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/change-password.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/complete-login.md': { examples: { ada: 'logged in with a second factor' } },
  'docs/reference/operations/confirm-email.md': { examples: { ada: 'registered' } },
  'docs/reference/operations/confirm-email-change.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/confirm-totp.md': { examples: { ada: 'logged in with a verified address' } },
  'docs/reference/operations/delete-account.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/discovery.md': { examples: {} },
  'docs/reference/operations/enroll-totp.md': { examples: { ada: 'logged in with a verified address' } },
  'docs/reference/operations/factors.md': { examples: { ada: 'logged in with a second factor' } },
  'docs/reference/operations/health.md': { examples: {} },
  'docs/reference/operations/home.md': { examples: {} },
  'docs/reference/operations/introspect-token.md': { examples: { ada: 'logged in', client: true } },
  'docs/reference/operations/key-set.md': { examples: {} },
  'docs/reference/operations/login.md': { examples: { ada: 'registered' } },
  'docs/reference/operations/login-with-passkey.md': { examples: { ada: 'logged in with a passkey' } },
  'docs/reference/operations/logout.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/me.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/passkey-login-options.md': { examples: {} },
  'docs/reference/operations/refresh.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/regenerate-recovery-codes.md': { examples: { ada: 'logged in with a second factor' } },
  'docs/reference/operations/register.md': { examples: {} },
  'docs/reference/operations/remove-passkey.md': { examples: { ada: 'logged in with a passkey' } },
  'docs/reference/operations/remove-totp.md': { examples: { ada: 'logged in with a second factor' } },
  'docs/reference/operations/rename-passkey.md': { examples: { ada: 'logged in with a passkey' } },
  'docs/reference/operations/request-password-reset.md': { examples: { ada: 'registered' } },
  'docs/reference/operations/reset-password.md': { examples: { ada: 'registered' } },
  'docs/reference/operations/revoke-session.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/revoke-token.md': { examples: { ada: 'logged in', client: true } },
  'docs/reference/operations/send-email-verification.md': { examples: { ada: 'registered' } },
  'docs/reference/operations/sessions.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/step-up-options.md': { examples: { ada: 'logged in with a second factor' } },
  'docs/reference/operations/step-up.md': { examples: { ada: 'logged in with a second factor' } },
  'docs/reference/operations/undo-email-change.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/update-profile.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/verify.md': { examples: { ada: 'logged in' } },
  'docs/tutorial/graphql.md': { examples: {} },
  'docs/tutorial/protected-service.md': { examples: { ports: [3000] } },
  'docs/tutorial/reset-a-password.md': {
    examples: { env: { LINK_RESET_PASSWORD: 'http://localhost:3000/reset/{token}' }, ports: [3000] },
  },
  'docs/tutorial/rest.md': { examples: {} },
  'docs/tutorial/sandbox.md': { examples: {} },
};

/** The blocks of a page, by the test that executes them. */
export function blocksOf(page: string): { examples: Block[]; commands: Block[] } {
  const { installation } = documentation[page] ?? {};
  const isCommand = ({ section }: Block) => installation?.test(section) ?? false;
  const blocks = readPage(page);
  return { examples: blocks.filter((block) => !isCommand(block)), commands: blocks.filter(isCommand) };
}
