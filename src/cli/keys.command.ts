import { type Command, Option } from 'commander';
import type { KeyRing, ListedKey } from '../accounts/tokens/key-ring';
import { type KeyAlg, keyAlgs } from '../accounts/tokens/signing-key';
import type { Config } from '../compose/config';
import type { Stores } from '../compose/stores';
import { openKeyRing } from '../compose/tokens';
import { createLog } from '../platform/observability/log';
import type { CommandContext } from './command-context';
import { withStores } from './with-stores';

export function registerKeysCommands(program: Command, context: CommandContext): void {
  const { terminal } = context;
  const keys = program.command('keys').description('manage the keys that sign tokens');

  keys
    .command('list')
    .description('list the keys, of each algorithm the newest first')
    .option('--alone', 'fail if a server uses the embedded database')
    .option('--json', 'print JSON, for scripts')
    .action(({ json, alone = false }: { json?: boolean; alone?: boolean }) =>
      withKeyRing(
        context,
        async (ring) => {
          const listed = ring.list();
          terminal.print(json, listed, listed.map(lineOf));
        },
        { isAlone: alone },
      ),
    );

  keys
    .command('rotate')
    .description('add a key, which signs when all verifiers have had time to fetch it')
    .addOption(
      new Option('--alg <algorithm>', 'ES256 for access tokens, RS256 for ID tokens').choices(keyAlgs).default('ES256'),
    )
    .option('--at-once', 'let the new key sign immediately, after a theft')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON, for scripts')
    .action((options: { alg: KeyAlg; atOnce?: boolean; yes?: boolean; json?: boolean }) =>
      withKeyRing(context, async (ring) => {
        if (options.atOnce) {
          await terminal.confirm(
            'Verifiers that cache the key set will reject new tokens until they fetch it again. Continue?',
            options,
          );
        }
        const added = await ring.rotate({ alg: options.alg, atOnce: options.atOnce ?? false });
        if (!added)
          throw new Error('another process added a key at the same time. List the keys with: gatehouse keys list');
        terminal.print(options.json, added, [lineOf(added)]);
      }),
    );

  keys
    .command('retire')
    .argument('<kid>', 'the id of the key, from gatehouse keys list')
    .description('revoke a key: all tokens that it signed are rejected from then on')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON, for scripts')
    .action((kid: string, options: { yes?: boolean; json?: boolean }) =>
      withKeyRing(context, async (ring) => {
        await terminal.confirm(
          `All tokens that the key ${kid} signed will be rejected from now on. Continue?`,
          options,
        );
        const outcome = await ring.revoke(kid);
        if (outcome === 'unknown')
          throw new Error('there is no such key, or it is already revoked. List the keys with: gatehouse keys list');
        if (outcome === 'signing')
          throw new Error('this key signs now. First let another key sign with: gatehouse keys rotate --at-once');
        terminal.print(options.json, { retired: kid }, [`revoked ${kid}`]);
      }),
    );
}

function withKeyRing(
  context: CommandContext,
  act: (ring: KeyRing) => Promise<void>,
  options: { isAlone?: boolean } = {},
): Promise<void> {
  const load = async (stores: Stores, config: Config) => {
    const opening = () => openKeyRing(config, stores, createLog('silent'));
    await act(await context.terminal.working('reading the keys', opening));
  };
  return withStores(context, load, options);
}

function lineOf({ kid, alg, state, createdTs, signsFromTs, retiredTs }: ListedKey): string {
  const revoked = retiredTs ? `  revoked ${retiredTs.toISOString()}` : '';
  return `${kid}  ${state.padEnd(9)}  ${alg}  created ${createdTs.toISOString()}  signs from ${signsFromTs.toISOString()}${revoked}`;
}
