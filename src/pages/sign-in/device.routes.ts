import { devicePaths } from '../../accounts/applications/device-authorization';
import type { Services } from '../../compose/services';
import { decideDeviceSignIn } from '../../features/devices/devices.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./device.page') as typeof import('./device.page.js');

const path = devicePaths.page;
const notes = ['allowed', 'denied'] as const;

/** The page on which a person types the code of a device (RFC 8628, section 3.3). */
export function deviceRoutes(site: Site, { devices }: Pick<Services, 'devices'>): Route[] {
  const person = ({ session, acting }: Visit) => ({ session, isActing: acting !== null });

  const codePage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const note = noteOf(visit, notes);
    if (note) return show(pages().DeviceDonePage, { note });
    const { email } = await devices().checkPerson(person(visit), visit.context);
    return show(pages().DeviceCodePage, { email, problem }, problem);
  };

  const ask = async (visit: Visit, userCode: string): Promise<Answer> => {
    const { result, problem } = await attempt(devices().find(userCode, person(visit), visit.context));
    if (problem) return codePage(visit, problem);
    const { email = '', userId = '' } = visit.session ?? {};
    return show(pages().DeviceQuestionPage, { ...result, userCode, email, userId });
  };

  const post = async (visit: Visit): Promise<Answer> => {
    const { form, session, context } = visit;
    const userCode = form.get('user_code') ?? '';
    // Another person has signed in in another tab since the question was shown, and is asked, too.
    const isAsked = form.has('decision') && form.get('user_id') === session?.userId;
    if (!isAsked) return ask(visit, userCode);
    const decision = form.get('decision') === 'allow' ? 'allow' : 'deny';
    const { problem } = await attempt(devices().decide({ userCode, decision }, person(visit), context));
    return problem ? codePage(visit, problem) : { goTo: `${path}?done=${decision === 'allow' ? 'allowed' : 'denied'}` };
  };

  return site.routes({ path, operation: decideDeviceSignIn, get: (visit) => codePage(visit), post });
}
