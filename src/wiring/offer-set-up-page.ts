import type { SetupService } from '../features/setup/setup.service';
import type { PagesConfig } from '../pages/pages.settings';
import type { Log } from '../platform/observability/log';

interface Settings {
  pages: Pick<PagesConfig, 'areas'>;
  publicUrl: string;
}

/**
 * Says that there is no super admin, and prints the link of the page that creates one. The line is the only place of the
 * link: it never goes to the log. No start waits for this, because the first transaction loads Prisma. Does not throw.
 */
export async function offerSetUpPage(
  { setup }: { setup: Pick<SetupService, 'hasSuperAdmin' | 'offer'> },
  { pages, publicUrl }: Settings,
  log: Pick<Log, 'info' | 'warn'>,
  print: (line: string) => unknown = (line) => process.stderr.write(line),
): Promise<void> {
  try {
    if (await setup.hasSuperAdmin()) return;
    log.info('there is no super admin yet: make a user one with npx --no-install gatehouse users promote <e-mail>');
    if (!pages.areas.includes('console')) return;
    const path = await setup.offer();
    if (path) print(`Open ${publicUrl}${path} to create the first super admin (1 hour)\n`);
  } catch (error) {
    log.warn({ err: error }, 'the set-up page could not be offered: the next start offers it');
  }
}
