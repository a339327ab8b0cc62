import type { Command } from 'commander';
import type { Config } from '../config';
import { createLog } from '../log';
import { createKeyRing } from '../services';
import type { KeyRing, ListedKey } from '../signing-keys/key-ring';
import { openDatabase } from '../stores';

export function registerKeysCommands(program: Command, config: () => Config): void {
  const keys = program.command('keys').description('the keys that sign access tokens');

  keys
    .command('list')
    .description('show the keys, the newest first')
    .option('--json', 'for scripts')
    .action((options: { json?: boolean }) =>
      withKeyRing(config(), async (ring) => {
        const listed = ring.list();
        process.stdout.write(options.json ? `${JSON.stringify(listed, null, 2)}\n` : listed.map(lineOf).join(''));
      }),
    );

  keys
    .command('rotate')
    .description('add a key, which signs once every verifier can have fetched it')
    .option('--at-once', 'let it sign at once: for a key that is not to be trusted any more')
    .action((options: { atOnce?: boolean }) =>
      withKeyRing(config(), async (ring) => {
        const added = await ring.rotate({ atOnce: options.atOnce ?? false });
        if (!added) throw new Error('another process added a key at the same moment: see gatehouse keys list');
        process.stdout.write(lineOf(added));
      }),
    );

  keys
    .command('retire')
    .argument('<kid>', 'as gatehouse keys list shows it')
    .description('take a key back: what it signed is refused from then on')
    .action((kid: string) =>
      withKeyRing(config(), async (ring) => {
        const outcome = await ring.retire(kid);
        if (outcome === 'unknown') throw new Error('no such key, or it was retired before: see gatehouse keys list');
        if (outcome === 'signing')
          throw new Error('this key signs: first let another, with gatehouse keys rotate --at-once');
        process.stdout.write(`retired ${kid}\n`);
      }),
    );
}

async function withKeyRing(config: Config, act: (ring: KeyRing) => Promise<void>): Promise<void> {
  const stores = await openDatabase(config);
  try {
    const ring = createKeyRing(config, stores, createLog('silent'));
    await ring.load();
    await act(ring);
  } finally {
    await stores.close();
  }
}

function lineOf({ kid, state, createdTs, signsFromTs, retiredTs }: ListedKey): string {
  const retired = retiredTs ? `  retired ${retiredTs.toISOString()}` : '';
  return `${kid}  ${state.padEnd(9)}  made ${createdTs.toISOString()}  signs from ${signsFromTs.toISOString()}${retired}\n`;
}
