import { type Command, Option } from 'commander';
import type { z } from 'zod';
import { webhookEndpointsOf } from '../compose/admin-webhooks';
import { openBase } from '../compose/base';
import { deliveryRecord, endpointRecord, secretRecord } from '../features/admin-webhooks/admin-webhooks.answers';
import { createWebhookInput, updateWebhookInput } from '../features/admin-webhooks/admin-webhooks.inputs';
import type {
  IssuedWebhookSecret,
  WebhookEndpointsService,
} from '../features/admin-webhooks/webhook-endpoints.service';
import { createLog } from '../platform/observability/log';
import { recordOf } from '../platform/rest/answer.rest';
import { webhookEventTypes } from '../platform/webhooks/event-type';
import type { WebhookDelivery, WebhookEndpoint } from '../platform/webhooks/webhook';
import { type DisabledOptions, disabledOf, parseDeliveryId, parseEndpointId } from './arguments';
import type { CommandContext } from './command-context';
import { examples } from './help';
import { addInputOptions, inputOf } from './input-options';
import { withStores } from './with-stores';

interface Options {
  yes?: boolean;
  json?: boolean;
}

type GivenFields = Readonly<Record<string, unknown>>;

const spellings = { url: '--url <url>', types: '--type <types>' };
const endpointId = ['<endpoint-id>', 'the id of the endpoint, from gatehouse webhooks list', parseEndpointId] as const;
const mostListed = 50;

export function registerWebhooksCommands(program: Command, context: CommandContext): void {
  const webhooks = program.command('webhooks').description('manage the endpoints of webhooks, which get events');
  addEndpoints(webhooks, context);
  addConfirmedChanges(webhooks, context);
  addDeliveries(webhooks, context);
}

function addEndpoints(webhooks: Command, context: CommandContext): void {
  const { terminal } = context;

  withFields(
    webhooks
      .command('create')
      .description('create an endpoint and print its id and its secret; the secret is not shown again'),
    createWebhookInput,
  )
    .option('--json', 'print JSON, for scripts')
    .addHelpText('after', examples('webhooks create --url https://shop.example.com/webhooks --type user.deleted'))
    .action(({ json, ...options }: Options & GivenFields) =>
      withWebhooks(context, async (service) => {
        const issued = await terminal.working('creating the endpoint', () =>
          service.create(inputOf(spellings, options), null),
        );
        terminal.print(json, recordOf(secretRecord, issued), linesOf(issued));
      }),
    );

  webhooks
    .command('list')
    .description('list the endpoints, newest first')
    .option('--json', 'print JSON, for scripts')
    .action(({ json }: Options) =>
      withWebhooks(context, async (service) => {
        const listed = await terminal.working('reading the endpoints', () => service.list());
        terminal.print(
          json,
          listed.map((one) => recordOf(endpointRecord, one)),
          listed.map(lineOf),
        );
      }),
    );

  withFields(
    webhooks
      .command('update')
      .argument(...endpointId)
      .description('change the given fields of an endpoint'),
    updateWebhookInput,
  )
    .option('--disable', 'send no events')
    .option('--enable', 'send events again')
    .option('--json', 'print JSON, for scripts')
    .action((id: string, options: Options & GivenFields & DisabledOptions) =>
      withWebhooks(context, async (service) => {
        const changes = { id, ...inputOf(spellings, options), disabled: disabledOf(options) };
        const { endpoint } = await terminal.working('changing the endpoint', () => service.change(changes, null));
        terminal.print(options.json, recordOf(endpointRecord, endpoint), [lineOf(endpoint)]);
      }),
    );
}

/** What takes something from receivers, and so asks first. */
function addConfirmedChanges(webhooks: Command, context: CommandContext): void {
  const { terminal } = context;

  webhooks
    .command('rotate-secret')
    .argument(...endpointId)
    .description('replace the secret of an endpoint and print the new one; for 24 hours, both sign')
    .option('--at-once', 'the previous secret signs no more')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON, for scripts')
    .action((id: string, options: Options & { atOnce?: boolean }) =>
      withWebhooks(context, async (service) => {
        const { json, atOnce = false } = options;
        const { url } = await terminal.working('reading the endpoint', () => service.get(id));
        if (atOnce) {
          await terminal.confirm(
            `${url} will get events whose signature only the new secret verifies. Continue?`,
            options,
          );
        }
        const issued = await terminal.working('replacing the secret', () => service.rotateSecret(id, { atOnce }, null));
        terminal.print(json, recordOf(secretRecord, issued), linesOf(issued));
      }),
    );

  webhooks
    .command('delete')
    .argument(...endpointId)
    .description('delete an endpoint, and what was not delivered yet')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON, for scripts')
    .action((id: string, options: Options) =>
      withWebhooks(context, async (service) => {
        const { url } = await terminal.working('reading the endpoint', () => service.get(id));
        await terminal.confirm(`${url} will get no more events. Continue?`, options);
        await terminal.working('deleting the endpoint', () => service.delete(id, null));
        terminal.print(options.json, { deleted: id }, [`deleted the endpoint ${id} (${url})`]);
      }),
    );
}

function addDeliveries(webhooks: Command, context: CommandContext): void {
  const { terminal } = context;

  webhooks
    .command('test')
    .argument(...endpointId)
    .description('let the server send an event of the type test, or an example of an event')
    .addOption(new Option('--type <type>', 'the type of the example').choices(webhookEventTypes.names()))
    .option('--json', 'print JSON, for scripts')
    .action((id: string, { json, type }: Options & { type?: string }) =>
      withWebhooks(context, async (service) => {
        const delivery = await terminal.working('writing the test', () =>
          service.test(id, type === undefined ? null : webhookEventTypes.find(type), null),
        );
        terminal.print(json, recordOf(deliveryRecord, delivery), [deliveryLineOf(delivery)]);
      }),
    );

  webhooks
    .command('deliveries')
    .argument(...endpointId)
    .description(`list the newest ${mostListed} deliveries of an endpoint`)
    .option('--json', 'print JSON, for scripts')
    .action((id: string, { json }: Options) =>
      withWebhooks(context, async (service) => {
        const request = { endpointId: id, first: mostListed, after: null };
        const { items } = await terminal.working('reading the deliveries', () => service.deliveries(request));
        terminal.print(
          json,
          items.map((one) => recordOf(deliveryRecord, one)),
          items.map(deliveryLineOf),
        );
      }),
    );

  webhooks
    .command('retry')
    .argument('<delivery-id>', 'the id of the delivery, from gatehouse webhooks deliveries', parseDeliveryId)
    .description('let the server send a delivery again')
    .option('--json', 'print JSON, for scripts')
    .action((id: string, { json }: Options) =>
      withWebhooks(context, async (service) => {
        const delivery = await terminal.working('making the delivery due', () => service.retry(id, null));
        terminal.print(json, recordOf(deliveryRecord, delivery), [deliveryLineOf(delivery)]);
      }),
    );
}

const withFields = (command: Command, input: z.ZodType): Command =>
  addInputOptions(command, input, spellings, /[\s,]+/);

function withWebhooks(
  context: CommandContext,
  act: (service: WebhookEndpointsService) => Promise<void>,
): Promise<void> {
  return withStores(context, async (stores, config) =>
    act(webhookEndpointsOf(await openBase(config, stores, createLog('silent')))),
  );
}

const linesOf = ({ endpoint, secret }: IssuedWebhookSecret): string[] => [
  `endpoint id  ${endpoint.id}`,
  `secret       ${secret}`,
  'The secret cannot be shown again.',
  ...(endpoint.previousUntilTs
    ? [`The previous secret also signs until ${endpoint.previousUntilTs.toISOString()}.`]
    : []),
];

function lineOf({ id, url, types, disabledTs, disabledProblem, failingSinceTs }: WebhookEndpoint): string {
  const words = [id, url, types.join(',')];
  if (failingSinceTs) words.push(`failing since ${failingSinceTs.toISOString()}`);
  if (disabledTs) words.push(`disabled ${disabledTs.toISOString()}${disabledProblem ? ` (${disabledProblem})` : ''}`);
  return words.join('  ');
}

function deliveryLineOf(delivery: WebhookDelivery): string {
  const { id, type, createdTs, dueTs, attempts, problem, status, durationMs } = delivery;
  const state =
    dueTs === null ? (problem ?? 'delivered') : `due ${dueTs.toISOString()}${problem ? ` (${problem})` : ''}`;
  return [
    id,
    type,
    createdTs.toISOString(),
    `${attempts} attempts`,
    state,
    ...(status ? [`status ${status}`] : []),
    ...(durationMs !== null ? [`${durationMs} ms`] : []),
  ].join('  ');
}
