import type { Command } from 'commander';

export function registerServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the server until it is stopped (SIGTERM, Ctrl-C)')
    .action(async () => {
      // Apollo and Express take as long to load as everything else, and no other command needs them.
      const { serve } = await import('../serve.js');
      await serve();
    });
}
