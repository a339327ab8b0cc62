import { once } from 'node:events';
import { type Command, InvalidArgumentError } from 'commander';
import { LoopbackListener } from '../platform/http/loopback-listener';
import { createLog } from '../platform/observability/log';
import type { CommandContext } from './command-context';
import { examples } from './help';
import { stoppable } from './stop-signal';

const defaultPort = 3010;

export function registerPreviewCommand(program: Command, { config, terminal }: CommandContext): void {
  program
    .command('preview')
    .description('show the pages and the mails as the settings have them, to browsers on this machine, until Ctrl-C')
    .option('--port <number>', 'the port of 127.0.0.1', parsePort, defaultPort)
    .addHelpText('after', examples('preview', 'preview --port 8080'))
    .action(async ({ port }: { port: number }) => {
      // Only this command needs the pages, so no other command waits until they are loaded.
      const { previewHandler } =
        require('../pages/preview/preview-handler') as typeof import('../pages/preview/preview-handler.js');
      const log = createLog('warn');
      const listener = new LoopbackListener(previewHandler(config()), { port, setting: '--port' }, log);
      await stoppable(async (signal) => {
        terminal.print(false, null, [`${await listener.origin()}/`]);
        if (!signal.aborted) await once(signal, 'abort');
        await listener.close();
      });
    });
}

/** @throws InvalidArgumentError */
function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new InvalidArgumentError('It must be a port, from 0 to 65535. 0 is a free one.');
  }
  return port;
}
