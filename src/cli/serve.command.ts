import type { Command } from 'commander';

export function registerServeCommand(program: Command): void {
  program
    .command('serve')
    .description('start the server and run it until it is stopped (SIGTERM or Ctrl-C)')
    .action(async () => {
      // Only this command needs the modules of the server, so no other command waits until they are loaded.
      const { serve } = await import('../serve.js');
      await serve();
    });
}
