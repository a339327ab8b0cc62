import { type Block, readPage } from '../support/doc-pages';
import type { PageSettings } from '../support/doc-runner';

interface PageTests {
  /** examples.test.ts executes the page's examples with these settings of the server. */
  examples?: PageSettings;
  /** The sections whose commands need an installation: operator-pages.test.ts executes them, and compares their answers. */
  installation?: RegExp;
}

/** Every page that has examples, and how they are executed. */
export const documentation: Record<string, PageTests> = {
  'README.md': { examples: {} },
  'docs/explanation/limits-and-back-off.md': { examples: { env: { RATE_LIMITS: 'on' } } },
  'docs/explanation/security-model.md': { examples: {} },
  'docs/how-to/back-up.md': { installation: /./ },
  'docs/how-to/end-sessions.md': { examples: { ada: 'logged in' }, installation: /operator/ },
  'docs/how-to/find-out-why-a-request-was-rejected.md': { installation: /./ },
  'docs/how-to/install.md': { installation: /./ },
  'docs/how-to/forward-auth/README.md': { examples: { ada: 'logged in' } },
  'docs/how-to/register-from-a-backend.md': {
    examples: { env: { RATE_LIMITS: 'on', RATE_LIMIT_REGISTER_NETWORK: '2/3600', TRUST_PROXY: '1' } },
  },
  'docs/how-to/monitor/README.md': { installation: /./ },
  'docs/how-to/rotate-keys.md': { installation: /./ },
  'docs/how-to/rotate-the-secret.md': { installation: /./ },
  'docs/how-to/run-behind-a-proxy.md': { installation: /./ },
  'docs/how-to/run-several-instances.md': { installation: /./ },
  'docs/how-to/stay-logged-in-browser.md': {
    examples: { env: { CORS_ORIGINS: 'http://localhost:3000' }, ada: 'registered' },
  },
  'docs/how-to/stay-logged-in-other-site.md': {
    examples: { env: { CORS_ORIGINS: 'http://127.0.0.1:3000', COOKIE_SAME_SITE: 'none' }, ada: 'registered' },
  },
  'docs/how-to/stay-logged-in-mobile.md': { examples: { ada: 'registered' } },
  'docs/how-to/stay-logged-in-server.md': { examples: { ada: 'registered', ports: [3000] } },
  'docs/how-to/upgrade.md': { installation: /./ },
  'docs/how-to/verify-access-tokens.md': { examples: { ada: 'registered', ports: [3001, 3002, 3003, 3004] } },
  'docs/reference/audit.md': { installation: /./ },
  'docs/reference/command-line.md': { examples: {} },
  'docs/reference/errors.md': { examples: {} },
  'docs/reference/graphql.md': { examples: {} },
  'docs/reference/limits.md': { examples: {} },
  'docs/reference/operations/README.md': { examples: {} },
  'docs/reference/operations/discovery.md': { examples: {} },
  'docs/reference/operations/health.md': { examples: {} },
  'docs/reference/operations/key-set.md': { examples: {} },
  'docs/reference/operations/login.md': { examples: { ada: 'registered' } },
  'docs/reference/operations/logout.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/me.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/refresh.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/register.md': { examples: {} },
  'docs/reference/operations/revoke-session.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/sessions.md': { examples: { ada: 'logged in' } },
  'docs/reference/operations/verify.md': { examples: { ada: 'logged in' } },
  'docs/tutorial/graphql.md': { examples: {} },
  'docs/tutorial/protected-service.md': { examples: { ports: [3000] } },
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
