import type { AdminServices } from '../../compose/administration';
import { retryMessage } from '../../features/admin-messages/admin-messages.operations';
import { resumeTelCountry } from '../../features/tel/tel-administration.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';
import { searchOf } from './console-query';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./console-operation.page') as typeof import('./console-operation.page.js');

const eventsOfPage = 50;
const mailsOfPage = 50;

export function consoleOperationRoutes(
  site: Site,
  { audit, messages, tel, installation }: Pick<AdminServices, 'audit' | 'messages' | 'tel' | 'installation'>,
): Route[] {
  const auditPage = async ({ query, context }: Visit): Promise<Answer> => {
    const search = searchOf(query);
    const input = {
      first: eventsOfPage,
      after: search.text('after'),
      user: search.text('user'),
      actor: search.text('actor'),
      action: search.text('action'),
      outcome: search.text('outcome'),
      network: search.text('network'),
      since: search.time('since'),
      until: search.time('until'),
      // The console itself reads so much that its events would hide the others.
      reads: search.text('action') !== undefined || query.has('reads'),
    };
    const { result: page, problem } = await attempt(audit.auditEvents(input, context));
    return show(pages().ConsoleAuditPage, { query, page, problem }, problem);
  };

  const requestPage = async ({ query, context }: Visit): Promise<Answer> => {
    const id = query.get('id') ?? undefined;
    // Without a request to explain, a cheap operation decides whether the person may see the page.
    if (id === undefined) await installation.signingKeys(context);
    const explaining = id === undefined ? Promise.resolve(null) : audit.explain({ requestId: id.trim() }, context);
    const { result, problem } = await attempt(explaining, ['NOT_FOUND', 'VALIDATION_FAILED', 'SERVICE_UNAVAILABLE']);
    return show(pages().ConsoleRequestPage, { id, explanation: result, problem }, problem);
  };

  const mailsPage = async (visit: Visit, retry: AppError | null = null): Promise<Answer> => {
    const { query, context } = visit;
    const search = searchOf(query);
    const input = { first: mailsOfPage, after: search.text('after'), state: search.text('state') };
    const { result: page, problem } = await attempt(messages.messages(input, context));
    const shown = retry ?? problem;
    const notice = noteOf(visit, ['retried', 'resumed'] as const);
    const countries = tel.isOn ? await tel.telCountries(context) : [];
    return show(pages().ConsoleMailsPage, { query, page, countries, notice, problem: shown }, shown);
  };

  return [
    ...site.routes({ path: '/console/audit', get: auditPage }),
    ...site.routes({ path: '/console/requests', get: requestPage }),
    ...site.routes({ path: '/console/mails', get: (visit) => mailsPage(visit) }),
    ...site.routes({
      path: '/console/mails/:id',
      operation: retryMessage,
      // After a step-up.
      get: async () => ({ goTo: '/console/mails' }),
      post: async (visit) => {
        const { problem } = await attempt(messages.retryMessage({ id: visit.params.id }, visit.context));
        return problem ? mailsPage(visit, problem) : { goTo: '/console/mails?done=retried' };
      },
    }),
    ...site.routes({
      path: '/console/countries/:country',
      operation: resumeTelCountry,
      get: async () => ({ goTo: '/console/mails' }),
      post: async ({ params: { country }, context }) => {
        await attempt(tel.resumeTelCountry({ country }, context), ['NOT_FOUND']);
        return { goTo: '/console/mails?done=resumed' };
      },
    }),
    ...site.routes({
      path: '/console/keys',
      get: async ({ context }) => show(pages().ConsoleKeysPage, { keys: await installation.signingKeys(context) }),
    }),
    ...site.routes({
      path: '/console/findings',
      get: async ({ context }) => show(pages().ConsoleFindingsPage, { findings: await installation.findings(context) }),
    }),
  ];
}
