import type { AdminServices } from '../../compose/administration';
import { eventTypesByName } from '../../compose/features';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  retryWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhookEndpoint,
} from '../../features/admin-webhooks/admin-webhooks.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { FormBody } from '../../platform/http/form-body';
import type { Route } from '../../platform/http/routes';
import { keysOf } from '../../platform/runtime/keys-of';
import type { WebhookEndpoint } from '../../platform/webhooks/webhook';
import { attempt } from '../kit/attempt';
import { jsonObjectOf } from '../kit/json-field';
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';
import { searchOf } from './console-query';
import type { SecretHolderValues } from './console-secrets.page';
import { changesIn, doneAt, idOf, noticeOf, pathOf, secretHolderRoutes } from './console-secrets.routes';
import { typeField } from './webhook-fields';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./console-webhooks.page') as typeof import('./console-webhooks.page.js');

const listPath = '/console/webhooks';
const deliveriesOfPage = 50;
const deliveryNotices = ['tested', 'retried'] as const;

const operations = {
  secret: rotateWebhookSecret,
  enable: updateWebhookEndpoint,
  disable: updateWebhookEndpoint,
  delete: deleteWebhookEndpoint,
};

/** The endpoints of webhooks, and their deliveries. */
export function consoleWebhooksRoutes(site: Site, { webhooks }: Pick<AdminServices, 'webhooks'>): Route[] {
  const endpointOf = (visit: Visit) => webhooks.webhookEndpoint({ id: idOf(visit) }, visit.context);

  const newPage = async (visit: Visit, values: SecretHolderValues, problem: AppError | null = null): Promise<Answer> =>
    show(pages().ConsoleNewWebhookPage, { formId: visit.openForm(), values, problem }, problem);

  const create = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    // Decides whether the person may do this.
    await webhooks.webhookEndpoints(context);
    // A browser that loads the answer again would create another endpoint.
    if (!visit.isOpenForm()) return { goTo: `${listPath}?done=repeated` };
    const { result, problem } = await attempt(webhooks.createWebhookEndpoint(fieldsIn(form), context));
    if (problem) return newPage(visit, Object.fromEntries(form), problem);
    visit.closeForm();
    return show(pages().ConsoleWebhookSecretPage, result);
  };

  const endpointPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const endpoint = await endpointOf(visit);
    const values = valuesOf(endpoint);
    const notice = problem ? null : noticeOf(visit);
    return show(pages().ConsoleWebhookPage, { endpoint, values, shown: values, notice, problem }, problem);
  };

  const edit = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    const endpoint = await endpointOf(visit);
    const shown: SecretHolderValues = { ...valuesOf(endpoint), ...jsonObjectOf(form.get('shown')) };
    const changes = changesIn(fieldsIn, form, shown);
    if (Object.keys(changes).length === 0) return doneAt(listPath, endpoint.id, 'unchanged');
    const { problem } = await attempt(webhooks.updateWebhookEndpoint({ id: endpoint.id, ...changes }, context));
    if (!problem) return doneAt(listPath, endpoint.id, 'saved');
    const props = { endpoint, values: Object.fromEntries(form), shown, notice: null, problem };
    return show(pages().ConsoleWebhookPage, props, problem);
  };

  const actionRoutes = secretHolderRoutes(site, {
    listPath,
    operations,
    service: {
      get: (input, context) => webhooks.webhookEndpoint(input, context),
      update: (input, context) => webhooks.updateWebhookEndpoint(input, context),
      delete: (input, context) => webhooks.deleteWebhookEndpoint(input, context),
      rotateSecret: (input, context) => webhooks.rotateWebhookSecret(input, context),
    },
    showConfirm: ({ holder: endpoint, ...props }) =>
      show(pages().ConsoleWebhookConfirmPage, { ...props, endpoint }, props.problem),
    showSecret: (issued) => show(pages().ConsoleWebhookSecretPage, issued),
  });

  const deliveriesPage = async (visit: Visit, retry: AppError | null = null): Promise<Answer> => {
    const { query, context } = visit;
    const endpoint = await endpointOf(visit);
    const input = { id: endpoint.id, first: deliveriesOfPage, after: searchOf(query).text('after') };
    const { result: page, problem } = await attempt(webhooks.webhookDeliveries(input, context));
    const shown = retry ?? problem;
    const notice = shown ? null : noteOf(visit, deliveryNotices);
    return show(pages().ConsoleWebhookDeliveriesPage, { endpoint, query, page, notice, problem: shown }, shown);
  };

  return [
    ...site.routes({
      path: listPath,
      get: async (visit) => {
        const endpoints = await webhooks.webhookEndpoints(visit.context);
        return show(pages().ConsoleWebhooksPage, { endpoints, notice: noticeOf(visit) });
      },
    }),
    // Before the page of an endpoint, because an id could be any word.
    ...site.routes({
      path: `${listPath}/new`,
      operation: createWebhookEndpoint,
      get: async (visit) => {
        // A person who may not create endpoints does not see the form.
        await webhooks.webhookEndpoints(visit.context);
        return newPage(visit, {});
      },
      post: create,
    }),
    ...site.routes({
      path: `${listPath}/:id`,
      operation: updateWebhookEndpoint,
      get: (visit) => endpointPage(visit),
      post: edit,
    }),
    ...actionRoutes,
    ...site.routes({
      path: `${listPath}/:id/test`,
      operation: testWebhook,
      // After a step-up.
      get: async (visit) => ({ goTo: pathOf(listPath, idOf(visit)) }),
      post: async (visit) => {
        const type = visit.form.get('type') || null;
        const { problem } = await attempt(webhooks.testWebhook({ id: idOf(visit), type }, visit.context));
        return problem
          ? endpointPage(visit, problem)
          : { goTo: `${pathOf(listPath, idOf(visit))}/deliveries?done=tested` };
      },
    }),
    ...site.routes({ path: `${listPath}/:id/deliveries`, get: (visit) => deliveriesPage(visit) }),
    ...site.routes({
      path: `${listPath}/:id/deliveries/:delivery`,
      operation: retryWebhookDelivery,
      // After a step-up.
      get: async (visit) => ({ goTo: `${pathOf(listPath, idOf(visit))}/deliveries` }),
      post: async (visit) => {
        const { problem } = await attempt(
          webhooks.retryWebhookDelivery({ id: visit.params.delivery ?? '' }, visit.context),
        );
        return problem
          ? deliveriesPage(visit, problem)
          : { goTo: `${pathOf(listPath, idOf(visit))}/deliveries?done=retried` };
      },
    }),
  ];
}

const fieldsIn = (form: FormBody) => ({
  url: form.get('url')?.trim() ?? '',
  types: keysOf(eventTypesByName).filter((type) => form.has(typeField(type))),
});

const valuesOf = ({ url, types }: WebhookEndpoint): SecretHolderValues => ({
  url,
  ...Object.fromEntries(types.map((type) => [typeField(type), 'yes'])),
});
