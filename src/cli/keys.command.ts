import type { Command } from 'commander';
import type { Config } from '../config/config';
import { createLog } from '../observability/log';
import type { KeyRing, ListedKey } from '../tokens/key-ring';
import { createKeyRing } from '../wiring/administration';
import { confirm, print, working } from './terminal';
import { withStores } from './with-stores';

export function registerKeysCommands(program: Command, config: () => Config): void {
  const keys = program.command('keys').description('the keys that sign access tokens');

  keys
    .command('list')
    .description('show the keys, newest first')
    .option('--json', 'for scripts')
    .action(({ json }: { json?: boolean }) =>
      withKeyRing(config(), async (ring) => {
        const listed = ring.list();
        print(json, listed, listed.map(lineOf));
      }),
    );

  keys
    .command('rotate')
    .description('add a key; it signs as soon as every verifier can have fetched it')
    .option('--at-once', 'let the new key sign immediately, because the current one is no longer trusted')
    .option('--yes', 'do not ask')
    .option('--json', 'for scripts')
    .action((options: { atOnce?: boolean; yes?: boolean; json?: boolean }) =>
      withKeyRing(config(), async (ring) => {
        if (options.atOnce) {
          await confirm(
            'Verifiers that cache the key set reject new tokens until they fetch it again. Continue?',
            options,
          );
        }
        const added = await ring.rotate({ atOnce: options.atOnce ?? false });
        if (!added) throw new Error('another process added a key at the same time: see gatehouse keys list');
        print(options.json, added, [lineOf(added)]);
      }),
    );

  keys
    .command('retire')
    .argument('<kid>', 'from gatehouse keys list')
    .description('revoke a key: every access token that it signed is rejected from then on')
    .option('--yes', 'do not ask')
    .option('--json', 'for scripts')
    .action((kid: string, options: { yes?: boolean; json?: boolean }) =>
      withKeyRing(config(), async (ring) => {
        await confirm(`Every access token that ${kid} signed will be rejected from now on. Continue?`, options);
        const outcome = await ring.revoke(kid);
        if (outcome === 'unknown')
          throw new Error('there is no such key, or it was already revoked: see gatehouse keys list');
        if (outcome === 'signing')
          throw new Error('this key signs: first let another key sign, with gatehouse keys rotate --at-once');
        print(options.json, { retired: kid }, [`revoked ${kid}`]);
      }),
    );
}

function withKeyRing(config: Config, act: (ring: KeyRing) => Promise<void>): Promise<void> {
  return withStores(config, async (stores) => {
    const ring = createKeyRing(config, stores, createLog('silent'));
    await working('reading the keys', () => ring.load());
    await act(ring);
  });
}

function lineOf({ kid, state, createdTs, signsFromTs, retiredTs }: ListedKey): string {
  const revoked = retiredTs ? `  revoked ${retiredTs.toISOString()}` : '';
  return `${kid}  ${state.padEnd(9)}  made ${createdTs.toISOString()}  signs from ${signsFromTs.toISOString()}${revoked}`;
}
