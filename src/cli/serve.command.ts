import type { Command } from 'commander';

export function registerServeCommand(program: Command): void {
  program
    .command('serve')
    .description('serve until it is told to stop (SIGTERM, Ctrl-C)')
    .action(async () => {
      // Apollo and Express take as long to load as all the rest: no other command needs them.
      const { serve } = await import('../serve.js');
      await serve();
    });
}
