import type { Command } from 'commander';
import { parseClientId } from '../../cli/arguments';
import type { CommandContext } from '../../cli/command-context';
import { examples } from '../../cli/help';
import { withStores } from '../../cli/with-stores';
import type { OAuthClient } from './oauth-client';
import { createOAuthClientsService } from './oauth-clients.module';
import type { IssuedSecret, OAuthClientsService } from './oauth-clients.service';

interface Options {
  yes?: boolean;
  json?: boolean;
}

export function registerClientsCommands(program: Command, context: CommandContext): void {
  const { terminal } = context;
  const clients = program
    .command('clients')
    .description('manage the OAuth clients: services that check or revoke tokens with a client id and a secret');

  clients
    .command('create')
    .description('create a client and print its id and its secret; the secret is not shown again')
    .requiredOption('--name <name>', 'a name for operators (required)')
    .option('--json', 'print JSON, for scripts')
    .addHelpText('after', examples('clients create --name orders'))
    .action(({ name, json }: Options & { name: string }) =>
      withClients(context, async (service) => {
        const issued = await terminal.working('creating the client', () => service.create({ name }));
        terminal.print(json, jsonOf(issued), linesOf(issued));
      }),
    );

  clients
    .command('list')
    .description('list the clients, newest first')
    .option('--json', 'print JSON, for scripts')
    .action(({ json }: Options) =>
      withClients(context, async (service) => {
        const listed = await terminal.working('reading the clients', () => service.list());
        terminal.print(json, listed, listed.map(lineOf));
      }),
    );

  clients
    .command('rotate-secret')
    .argument('<client-id>', 'the id of the client, from gatehouse clients list', parseClientId)
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
        const issued = await terminal.working('replacing the secret', () => service.rotateSecret(id, { atOnce }));
        terminal.print(options.json, jsonOf(issued), linesOf(issued));
      }),
    );

  clients
    .command('delete')
    .argument('<client-id>', 'the id of the client, from gatehouse clients list', parseClientId)
    .description('delete a client: its requests are rejected from then on')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON, for scripts')
    .action((id: string, options: Options) =>
      withClients(context, async (service) => {
        const { name } = await terminal.working('reading the client', () => service.get(id));
        await terminal.confirm(`All requests of ${name} (${id}) will be rejected from now on. Continue?`, options);
        await terminal.working('deleting the client', () => service.delete(id));
        terminal.print(options.json, { deleted: id }, [`deleted the client ${id} (${name})`]);
      }),
    );
}

function withClients(context: CommandContext, act: (service: OAuthClientsService) => Promise<void>): Promise<void> {
  return withStores(context, (stores) => act(createOAuthClientsService(stores)));
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
