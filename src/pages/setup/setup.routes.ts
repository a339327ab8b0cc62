import type { AdminServices } from '../../compose/administration';
import type { Config } from '../../compose/config';
import { createFirstSuperAdmin } from '../../features/setup/setup.operations';
import { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { withReturn } from '../kit/return-to';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import type { PagesConfig } from '../pages.settings';
import type { SignInSteps } from '../sign-in/sign-in-steps';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./setup.page') as typeof import('./setup.page.js');

interface Settings {
  pages: Pick<PagesConfig, 'areas'>;
  admin: Pick<Config['admin'], 'minAcr'>;
}

/** The page that creates the first super admin. Without the link that a start has printed, it does not exist. */
export function setupRoutes(
  site: Site,
  { setup }: Pick<AdminServices, 'setup'>,
  steps: SignInSteps,
  { pages: { areas }, admin }: Settings,
): Route[] {
  // The console asks for a second factor, which the new account does not have.
  const needsFactor = admin.minAcr === 'aal2' && areas.includes('account');
  const next = needsFactor ? withReturn('/account/security/totp', '/console') : '/console';

  const tokenOf = ({ params: { token = '' } }: Visit): string => token;
  const isOpen = (visit: Visit) => setup.isOpen(tokenOf(visit), visit.context);

  /** The person has opened the link again, or another form was faster. */
  const over = async (visit: Visit): Promise<Answer> => {
    if (!(await setup.wasUsed(tokenOf(visit), visit.context))) throw new AppError('NOT_FOUND');
    return show(pages().SetupOverPage, {}, new AppError('CONFLICT'));
  };

  const post = async (visit: Visit): Promise<Answer> => {
    if (!(await isOpen(visit))) return over(visit);
    const { form, context } = visit;
    const values = { email: form.get('email'), firstName: form.get('first_name'), lastName: form.get('last_name') };
    const password = form.get('password') ?? '';
    const { result: user, problem } = await attempt(setup.create(tokenOf(visit), { ...values, password }, context));
    if (problem?.code === 'INVALID_TOKEN') return over(visit);
    if (!user) return show(pages().SetupPage, { problem, values }, problem);
    const answer = await steps.afterPassword({ ...visit, returnTo: next }, user, password);
    return answer ?? { goTo: withReturn('/login', next) };
  };

  return site.routes({
    path: '/setup/:token',
    operation: createFirstSuperAdmin,
    get: async (visit) =>
      (await isOpen(visit)) ? show(pages().SetupPage, { problem: null, values: {} }) : over(visit),
    post,
  });
}
