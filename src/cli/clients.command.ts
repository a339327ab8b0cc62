import type { Command } from 'commander';
import type { Config } from '../config/config';
import type { OAuthClient } from '../oauth-clients/oauth-client';
import type { IssuedSecret, OAuthClientsService } from '../oauth-clients/oauth-clients.service';
import { createOAuthClientsService } from '../wiring/administration';
import { parseClientId } from './arguments';
import { examples } from './help';
import { confirm, print, working } from './terminal';
import { withStores } from './with-stores';

interface Options {
  yes?: boolean;
  json?: boolean;
}

export function registerClientsCommands(program: Command, config: () => Config): void {
  const clients = program
    .command('clients')
    .description('manage the OAuth clients: services that check or revoke tokens with a client id and a secret');

  clients
    .command('create')
    .description('create a client and print its id and its secret; the secret is not shown again')
    .requiredOption('--name <name>', 'a name for operators, for example the name of the service (required)')
    .option('--json', 'print JSON, for scripts')
    .addHelpText('after', examples('clients create --name orders'))
    .action(({ name, json }: Options & { name: string }) =>
      withClients(config(), async (service) => {
        const issued = await working('creating the client', () => service.create({ name }));
        print(json, jsonOf(issued), linesOf(issued));
      }),
    );

  clients
    .command('list')
    .description('list the clients, newest first')
    .option('--json', 'print JSON, for scripts')
    .action(({ json }: Options) =>
      withClients(config(), async (service) => {
        const listed = await working('reading the clients', () => service.list());
        print(json, listed, listed.map(lineOf));
      }),
    );

  clients
    .command('rotate-secret')
    .argument('<client-id>', 'the id of the client, from gatehouse clients list', parseClientId)
    .description('replace the secret of a client and print the new one; the previous secret works for 24 more hours')
    .option('--at-once', 'reject the previous secret immediately, for example because it was stolen')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON, for scripts')
    .action((id: string, options: Options & { atOnce?: boolean }) =>
      withClients(config(), async (service) => {
        const { name } = await working('reading the client', () => service.get(id));
        if (options.atOnce) {
          await confirm(
            `Requests of ${name} with the previous secret will be rejected immediately. Continue?`,
            options,
          );
        }
        const atOnce = options.atOnce ?? false;
        const issued = await working('replacing the secret', () => service.rotateSecret(id, { atOnce }));
        print(options.json, jsonOf(issued), linesOf(issued));
      }),
    );

  clients
    .command('delete')
    .argument('<client-id>', 'the id of the client, from gatehouse clients list', parseClientId)
    .description('delete a client: its requests are rejected from then on')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON, for scripts')
    .action((id: string, options: Options) =>
      withClients(config(), async (service) => {
        const { name } = await working('reading the client', () => service.get(id));
        await confirm(`All requests of ${name} (${id}) will be rejected from now on. Continue?`, options);
        await working('deleting the client', () => service.delete(id));
        print(options.json, { deleted: id }, [`deleted the client ${id} (${name})`]);
      }),
    );
}

function withClients(config: Config, act: (service: OAuthClientsService) => Promise<void>): Promise<void> {
  return withStores(config, (stores) => act(createOAuthClientsService(stores)));
}

const jsonOf = ({ client, clientSecret }: IssuedSecret) => ({ ...client, clientSecret });

function linesOf({ client, clientSecret }: IssuedSecret): string[] {
  return [
    `client id      ${client.id}`,
    `client secret  ${clientSecret}`,
    'The secret is not stored and cannot be shown again.',
    ...(client.previousUntilTs ? [`The previous secret works until ${client.previousUntilTs.toISOString()}.`] : []),
  ];
}

function lineOf({ id, name, createdTs, secretTs, previousUntilTs }: OAuthClient): string {
  const words = [id, name, `created ${createdTs.toISOString()}`, `secret of ${secretTs.toISOString()}`];
  if (previousUntilTs && previousUntilTs.getTime() > Date.now()) {
    words.push(`previous secret until ${previousUntilTs.toISOString()}`);
  }
  return words.join('  ');
}
