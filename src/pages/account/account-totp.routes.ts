import type { Services } from '../../compose/services';
import { confirmTotp, enrollTotp, removeTotp } from '../../features/mfa/mfa.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import { offersOf } from './account-facts';
import { withProof } from './account-proof';
import { toPage } from './account-visit';
import { backToSecurity, type SecurityScreens, securityPath } from './security-screens';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./account-security.page') as typeof import('./account-security.page.js');

/** The pages of the authenticator app. */
export function accountTotpRoutes(
  site: Site,
  { factors, stepUps }: Pick<Services, 'factors' | 'stepUps'>,
  { frameOf, factsAndFrameOf, added, confirmation }: SecurityScreens,
): Route[] {
  const totpPage = (visit: Visit, problem: AppError | null = null): Promise<Answer> =>
    withProof(
      stepUps,
      visit,
      `${securityPath}/totp`,
      async ({ proof }) => show(pages().AddTotpPage, { proof, problem, ...(await frameOf(visit)) }, problem),
      { addsWayIn: true },
    );

  const postEnrollTotp = async (visit: Visit): Promise<Answer> => {
    const input = { currentPassword: visit.form.get('current_password') };
    const { result, problem } = await attempt(factors.enrollTotp(input, visit.context));
    if (problem) return totpPage(visit, problem);
    const { secret, uri } = result;
    return show(pages().ConfirmTotpPage, { secret, uri, problem, ...(await frameOf(visit)) });
  };

  const postConfirmTotp = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    const { result, problem } = await attempt(factors.confirmTotp({ code: form.get('code') }, context));
    if (!problem) {
      await visit.renewSession();
      return added(visit, result.recoveryCodes, 'totp-added');
    }
    const [secret, uri] = [form.get('secret'), form.get('uri')];
    if (!secret || !uri) return totpPage(visit, problem);
    return show(pages().ConfirmTotpPage, { secret, uri, problem, ...(await frameOf(visit)) }, problem);
  };

  return [
    ...site.routes({
      path: `${securityPath}/totp`,
      operation: enrollTotp,
      get: (visit) => totpPage(visit),
      post: postEnrollTotp,
    }),
    ...site.routes({
      path: `${securityPath}/totp/confirm`,
      operation: confirmTotp,
      get: toPage(`${securityPath}/totp`),
      post: postConfirmTotp,
    }),
    ...site.routes({
      path: `${securityPath}/totp/remove`,
      operation: removeTotp,
      get: async (visit) => {
        const shown = await factsAndFrameOf(visit);
        if (!offersOf(shown.facts).removeTotp) return toPage(securityPath)(visit);
        return confirmation(visit, 'totp/remove', async () => show(pages().RemoveTotpPage, shown));
      },
      post: async (visit) => {
        await factors.removeTotp(visit.context);
        return backToSecurity(visit, 'totp-removed');
      },
    }),
  ];
}
