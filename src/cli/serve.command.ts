import type { Command } from 'commander';

export function registerServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the server until it is stopped (SIGTERM, Ctrl-C)')
    .action(async () => {
      // Only this command needs the modules of the server, so no other command waits until they are loaded.
      const { serve } = await import('../serve.js');
      await serve();
    });
}
