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
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';
import { searchOf } from './console-query';
import type { SecretHolderValues } from './console-secrets.page';
import { idOf, pathOf, secretHolderRoutes } from './console-secrets.routes';
import { typeField } from './webhook-fields';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./console-webhooks.page') as typeof import('./console-webhooks.page.js');

const listPath = '/console/webhooks';
const deliveriesOfPage = 50;
const deliveryNotices = ['tested', 'retried'] as const;

/** The endpoints of webhooks, and their deliveries. */
export function consoleWebhooksRoutes(site: Site, { webhooks }: Pick<AdminServices, 'webhooks'>): Route[] {
  const { routes, showOne } = endpointRoutes(site, webhooks);

  const deliveriesPage = async (visit: Visit, retry: AppError | null = null): Promise<Answer> => {
    const { query, context } = visit;
    const endpoint = await webhooks.webhookEndpoint({ id: idOf(visit) }, context);
    const input = { id: endpoint.id, first: deliveriesOfPage, after: searchOf(query).text('after') };
    const { result: page, problem } = await attempt(webhooks.webhookDeliveries(input, context));
    const shown = retry ?? problem;
    const notice = shown ? null : noteOf(visit, deliveryNotices);
    return show(pages().ConsoleWebhookDeliveriesPage, { endpoint, query, page, notice, problem: shown }, shown);
  };

  return [
    ...routes,
    ...site.routes({
      path: `${listPath}/:id/test`,
      operation: testWebhook,
      // After a step-up.
      get: async (visit) => ({ goTo: pathOf(listPath, idOf(visit)) }),
      post: async (visit) => {
        const type = visit.form.get('type') || null;
        const { problem } = await attempt(webhooks.testWebhook({ id: idOf(visit), type }, visit.context));
        return problem ? showOne(visit, problem) : { goTo: `${pathOf(listPath, idOf(visit))}/deliveries?done=tested` };
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

const endpointRoutes = (site: Site, webhooks: AdminServices['webhooks']) =>
  secretHolderRoutes(site, {
    listPath,
    operations: {
      create: createWebhookEndpoint,
      update: updateWebhookEndpoint,
      secret: rotateWebhookSecret,
      enable: updateWebhookEndpoint,
      disable: updateWebhookEndpoint,
      delete: deleteWebhookEndpoint,
    },
    service: {
      list: (context) => webhooks.webhookEndpoints(context),
      get: (input, context) => webhooks.webhookEndpoint(input, context),
      create: (input, context) => webhooks.createWebhookEndpoint(input, context),
      update: (input, context) => webhooks.updateWebhookEndpoint(input, context),
      delete: (input, context) => webhooks.deleteWebhookEndpoint(input, context),
      rotateSecret: (input, context) => webhooks.rotateWebhookSecret(input, context),
    },
    fieldsIn,
    newFieldsIn: fieldsIn,
    valuesOf,
    newValues: () => ({}),
    show: {
      list: (endpoints, notice) => show(pages().ConsoleWebhooksPage, { endpoints, notice }),
      one: ({ holder: endpoint, ...props }) => show(pages().ConsoleWebhookPage, { ...props, endpoint }, props.problem),
      newOne: (props) => show(pages().ConsoleNewWebhookPage, props, props.problem),
      confirm: ({ holder: endpoint, ...props }) =>
        show(pages().ConsoleWebhookConfirmPage, { ...props, endpoint }, props.problem),
      secret: (issued) => show(pages().ConsoleWebhookSecretPage, issued),
    },
  });

const fieldsIn = (form: FormBody) => ({
  url: form.get('url')?.trim() ?? '',
  types: keysOf(eventTypesByName).filter((type) => form.has(typeField(type))),
});

const valuesOf = ({ url, types }: WebhookEndpoint): SecretHolderValues => ({
  url,
  ...Object.fromEntries(types.map((type) => [typeField(type), 'yes'])),
});
