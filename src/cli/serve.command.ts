import type { Command } from 'commander';

export function registerServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the server until it is stopped (SIGTERM, Ctrl-C)')
    .action(async () => {
      // Only this command needs Apollo and Express, and they take as long to load as all other modules together.
      const { serve } = await import('../serve.js');
      await serve();
    });
}
