import type { Services } from '../../compose/services';
import { confirmTel, sendTelVerification } from '../../features/tel/tel.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import { type FindPerson, toPage } from './account-visit';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./account-tel.page') as typeof import('./account-tel.page.js');

/** The pages that confirm a phone number with a code. */
export function accountTelRoutes(site: Site, { tel: tels }: Pick<Services, 'tel'>, find: FindPerson): Route[] {
  const telPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const { user, nav } = await find(visit);
    const tel = visit.form.get('tel') ?? user.tel ?? undefined;
    return show(pages().TelPage, { tel, isOpen: user.emailVerified, problem, nav }, problem);
  };

  const codePage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const { nav } = await find(visit);
    return show(pages().TelCodePage, { tel: visit.form.get('tel') ?? '', problem, nav }, problem);
  };

  const postTel = async (visit: Visit): Promise<Answer> => {
    const { problem } = await attempt(tels.sendTelVerification({ tel: visit.form.get('tel') }, visit.context));
    return problem ? telPage(visit, problem) : codePage(visit);
  };

  const postCode = async (visit: Visit): Promise<Answer> => {
    const { problem } = await attempt(tels.confirmTel({ code: visit.form.get('code') ?? '' }, visit.context));
    return problem ? codePage(visit, problem) : { goTo: '/account?done=phone' };
  };

  return [
    ...site.routes({
      path: '/account/phone',
      operation: sendTelVerification,
      get: (visit) => telPage(visit),
      post: postTel,
    }),
    ...site.routes({
      path: '/account/phone/code',
      operation: confirmTel,
      get: toPage('/account/phone'),
      post: postCode,
    }),
  ];
}
