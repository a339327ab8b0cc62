import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import type { z } from 'zod';
import { type ClientKind, type OAuthClient, shownNameOf } from '../accounts/applications/oauth-client';
import { createClientInput, updateClientInput } from '../accounts/applications/oauth-clients.inputs';
import { createOAuthClientsService } from '../compose/oauth-clients';
import { clientRecord, secretRecord } from '../features/oauth-clients/client-administration.answers';
import type { IssuedSecret, OAuthClientsService } from '../features/oauth-clients/oauth-clients.service';
import { imageTypes } from '../platform/config/theme-files';
import { recordOf } from '../platform/rest/answer.rest';
import { type DisabledOptions, disabledOf, parseClientId } from './arguments';
import type { CommandContext } from './command-context';
import { examples } from './help';
import { addInputOptions, inputOf } from './input-options';
import { counted } from './terminal';
import { UsageError } from './usage-error';
import { withStores } from './with-stores';

interface Options {
  yes?: boolean;
  json?: boolean;
}

type GivenFields = Readonly<Record<string, unknown>> & { logo?: string; redirectUri?: string[] };

/** The logo is a file here, so its option is added by hand. */
const spellings = {
  name: '--name <name>',
  redirectUris: '--redirect-uri <uri>',
  postLogoutRedirectUris: '--post-logout-redirect-uri <uri>',
  backchannelLogoutUri: '--[no-]backchannel-logout-uri <uri>',
  scopes: '--scope <names>',
  audience: '--[no-]audience <audience>',
  firstParty: '--[no-]first-party',
  pkceRequired: '--[no-]pkce',
  deviceGrant: '--[no-]device-grant',
  idTokenAlg: '--id-token-alg <algorithm>',
  policyUri: '--[no-]policy-uri <uri>',
  tosUri: '--[no-]tos-uri <uri>',
};

const clientId = ['<client-id>', 'the id of the client, from gatehouse clients list', parseClientId] as const;

export function registerClientsCommands(program: Command, context: CommandContext): void {
  const clients = program
    .command('clients')
    .description('manage the OAuth clients: applications into which people sign in, and services that check tokens');
  addCreate(clients, context);
  addList(clients, context);
  addUpdate(clients, context);
  addConfirmedChanges(clients, context);
}

function addCreate(clients: Command, context: CommandContext): void {
  const { terminal } = context;

  withFields(
    clients
      .command('create')
      .description('create a client and print its id and its secret; the secret is not shown again'),
    createClientInput,
  )
    .option('--public', 'the client cannot keep a secret: it runs in a browser, on a phone or on a desktop')
    .option('--json', 'print JSON, for scripts')
    .addHelpText(
      'after',
      examples(
        'clients create --name orders',
        'clients create --name Grafana --redirect-uri https://grafana.example.com/login/generic_oauth --first-party',
      ),
    )
    .action(({ json, public: isPublic = false, ...options }: Options & GivenFields & { public?: boolean }) =>
      withClients(context, async (service) => {
        const input = { kind: kindOf(isPublic, options), ...fieldsOf(options) };
        const issued = await terminal.working('creating the client', () => service.create(input, null));
        terminal.print(json, jsonOfSecret(issued), linesOf(issued));
      }),
    );
}

function addList(clients: Command, context: CommandContext): void {
  const { terminal } = context;

  clients
    .command('list')
    .description('list the clients, newest first')
    .option('--json', 'print JSON, for scripts')
    .action(({ json }: Options) =>
      withClients(context, async (service) => {
        const listed = await terminal.working('reading the clients', () => service.list());
        terminal.print(json, listed.map(jsonOf), listed.map(lineOf));
      }),
    );
}

function addUpdate(clients: Command, context: CommandContext): void {
  const { terminal } = context;

  withFields(
    clients
      .command('update')
      .argument(...clientId)
      .description(
        'change the given fields of a client; a list replaces the list before, and taking rights ends its sessions',
      ),
    updateClientInput,
  )
    .option('--disable', 'reject the client like an unknown one, and end its sessions')
    .option('--enable', 'accept the client again')
    .option('--json', 'print JSON, for scripts')
    .action((id: string, { json, ...options }: Options & GivenFields & DisabledOptions) =>
      withClients(context, async (service) => {
        const changes = { id, ...fieldsOf(options), disabled: disabledOf(options) };
        const { client, sessionsEnded } = await terminal.working('changing the client', () =>
          service.change(changes, null),
        );
        terminal.print(json, { ...jsonOf(client), sessions_ended: sessionsEnded }, [
          lineOf(client),
          ...(sessionsEnded === 0 ? [] : [`ended ${counted(sessionsEnded, 'session')}`]),
        ]);
      }),
    );
}

/** What rejects requests of a client, and so asks first. */
function addConfirmedChanges(clients: Command, context: CommandContext): void {
  const { terminal } = context;

  clients
    .command('rotate-secret')
    .argument(...clientId)
    .description('replace the secret of a client and print the new one; the previous secret works for 24 more hours')
    .option('--at-once', 'reject the previous secret immediately')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON, for scripts')
    .action((id: string, options: Options & { atOnce?: boolean }) =>
      withClients(context, async (service) => {
        const { name } = await terminal.working('reading the client', () => service.get(id));
        if (options.atOnce) {
          await terminal.confirm(
            `Requests of ${name} with the previous secret will be rejected immediately. Continue?`,
            options,
          );
        }
        const atOnce = options.atOnce ?? false;
        const issued = await terminal.working('replacing the secret', () => service.rotateSecret(id, { atOnce }, null));
        terminal.print(options.json, jsonOfSecret(issued), linesOf(issued));
      }),
    );

  clients
    .command('delete')
    .argument(...clientId)
    .description('delete a client: its requests are rejected from then on, and its sessions end')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON, for scripts')
    .action((id: string, options: Options) =>
      withClients(context, async (service) => {
        const { name, kind } = await terminal.working('reading the client', () => service.get(id));
        await terminal.confirm(`All requests of ${name} (${id}) will be rejected from now on. Continue?`, options);
        const { sessionsEnded } = await terminal.working('deleting the client', () => service.delete(id, null));
        terminal.print(options.json, { deleted: id, sessions_ended: sessionsEnded }, [
          `deleted the client ${id} (${name})`,
          ...(kind === 'service' ? [] : [`ended ${counted(sessionsEnded, 'session')}`]),
        ]);
      }),
    );
}

/** The options that `create` and `update` have in common. The texts of others name the page of the logo. */
const withFields = (command: Command, input: z.ZodType): Command =>
  addInputOptions(
    command.option(
      '--logo <file>',
      'a .png, .webp or .svg file of at most 7 kB, which the page that asks for consent shows',
    ),
    input,
    spellings,
  );

/** Without an address to send people to, nobody can sign in. */
function kindOf(isPublic: boolean, { redirectUri }: GivenFields): ClientKind {
  if (isPublic) return 'public';
  return redirectUri ? 'web' : 'service';
}

const fieldsOf = (options: GivenFields) => ({
  ...inputOf(spellings, options),
  logoUri: options.logo === undefined ? undefined : dataUrlOf(options.logo),
});

function dataUrlOf(file: string): string {
  const type = imageTypes[path.extname(file).toLowerCase()];
  if (!type) throw new UsageError('--logo must be a file that ends with .png, .webp or .svg');
  try {
    return `data:${type};base64,${readFileSync(file).toString('base64')}`;
  } catch (error) {
    throw new UsageError(`--logo cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
}

function withClients(context: CommandContext, act: (service: OAuthClientsService) => Promise<void>): Promise<void> {
  return withStores(context, (stores, config) => act(createOAuthClientsService(config, stores)));
}

/** The form of the REST API, with the names that scripts of earlier releases read. */
const jsonOf = (client: OAuthClient) => ({
  ...(recordOf(clientRecord, client) as object),
  createdTs: client.createdTs,
  secretTs: client.secretTs ?? client.createdTs,
  previousUntilTs: client.previousUntilTs,
});

const jsonOfSecret = (issued: IssuedSecret) => ({
  ...(recordOf(secretRecord, issued) as object),
  id: issued.client.id,
  name: issued.client.name,
  createdTs: issued.client.createdTs,
  secretTs: issued.client.secretTs ?? issued.client.createdTs,
  previousUntilTs: issued.client.previousUntilTs,
  clientSecret: issued.clientSecret,
});

function linesOf({ client, clientSecret }: IssuedSecret): string[] {
  if (clientSecret === null) return [`client id      ${client.id}`, 'A public client has no secret.'];
  return [
    `client id      ${client.id}`,
    `client secret  ${clientSecret}`,
    'The secret is not stored and cannot be shown again.',
    ...(client.previousUntilTs ? [`The previous secret works until ${client.previousUntilTs.toISOString()}.`] : []),
  ];
}

function lineOf(client: OAuthClient): string {
  const { id, kind, firstParty, createdTs, secretTs, previousUntilTs, metadataUrl, disabledTs } = client;
  const words = [id, shownNameOf(client), `created ${createdTs.toISOString()}`];
  if (secretTs) words.push(`secret of ${secretTs.toISOString()}`);
  if (previousUntilTs && previousUntilTs.getTime() > Date.now()) {
    words.push(`previous secret until ${previousUntilTs.toISOString()}`);
  }
  if (kind !== 'service') words.push(kind);
  if (kind !== 'service' && firstParty) words.push('first party');
  if (metadataUrl) words.push(`document ${metadataUrl}`);
  if (disabledTs) words.push(`disabled ${disabledTs.toISOString()}`);
  return words.join('  ');
}
