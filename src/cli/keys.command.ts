import type { Command } from 'commander';
import type { Config } from '../config';
import { createLog } from '../log';
import { createKeyRing } from '../services';
import type { KeyRing, ListedKey } from '../signing-keys/key-ring';
import { confirm, print, working } from './terminal';
import { withStores } from './with-stores';

export function registerKeysCommands(program: Command, config: () => Config): void {
  const keys = program.command('keys').description('the keys that sign access tokens');

  keys
    .command('list')
    .description('show the keys, the newest first')
    .option('--json', 'for scripts')
    .action(({ json }: { json?: boolean }) =>
      withKeyRing(config(), async (ring) => {
        const listed = ring.list();
        print(json, listed, listed.map(lineOf));
      }),
    );

  keys
    .command('rotate')
    .description('add a key, which signs once every verifier can have fetched it')
    .option('--at-once', 'let it sign at once: for a key that is not to be trusted any more')
    .option('--yes', 'do not ask')
    .option('--json', 'for scripts')
    .action((options: { atOnce?: boolean; yes?: boolean; json?: boolean }) =>
      withKeyRing(config(), async (ring) => {
        if (options.atOnce) {
          await confirm('Verifiers that keep the key set refuse new tokens until they fetch it again. Go on?', options);
        }
        const added = await ring.rotate({ atOnce: options.atOnce ?? false });
        if (!added) throw new Error('another process added a key at the same moment: see gatehouse keys list');
        print(options.json, added, [lineOf(added)]);
      }),
    );

  keys
    .command('retire')
    .argument('<kid>', 'as gatehouse keys list shows it')
    .description('take a key back: what it signed is refused from then on')
    .option('--yes', 'do not ask')
    .option('--json', 'for scripts')
    .action((kid: string, options: { yes?: boolean; json?: boolean }) =>
      withKeyRing(config(), async (ring) => {
        await confirm(`Every access token that ${kid} signed is refused from then on. Go on?`, options);
        const outcome = await ring.retire(kid);
        if (outcome === 'unknown') throw new Error('no such key, or it was retired before: see gatehouse keys list');
        if (outcome === 'signing')
          throw new Error('this key signs: first let another, with gatehouse keys rotate --at-once');
        print(options.json, { retired: kid }, [`retired ${kid}`]);
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
  const retired = retiredTs ? `  retired ${retiredTs.toISOString()}` : '';
  return `${kid}  ${state.padEnd(9)}  made ${createdTs.toISOString()}  signs from ${signsFromTs.toISOString()}${retired}`;
}
