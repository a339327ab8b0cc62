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
  'docs/start/quick-start.md': { examples: {} },
  'docs/integrate/backend.md': {
    examples: {
      env: { RATE_LIMITS: 'on', RATE_LIMIT_REGISTER_NETWORK: '2/3600', RATE_LIMIT_TRUSTED_NETWORKS: '127.0.0.1' },
      programs: ['backend'],
    },
  },
  'docs/integrate/clients.md': {
    examples: { ada: 'registered', programs: ['graphql-clients', 'graphql-types', 'rest-clients', 'rest-types'] },
    needs: ['test/tools'],
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
  'docs/integrate/protect-a-service.md': {
    examples: { ada: 'logged in', client: true, ports: [3000, 3001, 3002, 3003, 3005], programs: ['verify'] },
    installation: /^(Create a client|Replace a secret)$/,
  },
  'docs/integrate/roles.md': {
    examples: { ports: [8081] },
    installation: /^(Set the roles|Make a user a super admin)$/,
  },
  'docs/integrate/second-factors.md': {
    examples: { ada: 'logged in with a verified address', ports: [8080], programs: ['passkeys'] },
  },
  'docs/integrate/supergraph.md': {
    examples: {
      env: { FEDERATION: 'on', FEDERATION_SECRET: randomBytes(32).toString('base64') },
      exported: ['FEDERATION_SECRET'],
      ada: 'registered',
      ports: [4001, 4002],
      programs: ['supergraph'],
    },
    needs: ['test/tools'],
  },
  'docs/integrate/your-own-front-end.md': {
    examples: {
      env: { CORS_ORIGINS: 'http://localhost:3000' },
      ada: 'registered',
      ports: [3000],
      programs: ['browser', 'mobile', 'server'],
    },
  },
  'docs/operate/admin.md': {
    examples: { ada: 'logged in as a super admin', grace: 'registered' },
    installation: /^(End sessions as an operator|Find out who did it|As an operator)$/,
  },
  'docs/operate/back-up.md': { installation: /./ },
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
      },
    },
    installation: /^Invite people$/,
  },
  'docs/operate/rotate.md': { installation: /./ },
  'docs/operate/upgrade.md': { installation: /./ },
  'docs/operate/why-rejected.md': { installation: /./ },
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
  'docs/understand/limits-and-load.md': { examples: { env: { RATE_LIMITS: 'on' } } },
  'docs/understand/security.md': { examples: {} },
  'docs/understand/sessions-and-tokens.md': { examples: {} },
};

/** The blocks of a page, by the test that executes them. */
export function blocksOf(page: string): { examples: Block[]; commands: Block[] } {
  const { installation } = documentation[page] ?? {};
  const isCommand = ({ section }: Block) => installation?.test(section) ?? false;
  const blocks = readPage(page);
  return { examples: blocks.filter((block) => !isCommand(block)), commands: blocks.filter(isCommand) };
}
