import type { SetupService } from '../features/setup/setup.service';
import type { Log } from '../platform/observability/log';

interface Settings {
  pages: { areas: readonly string[] };
  publicUrl: string;
}

/**
 * Logs that there is no super admin, and returns the link of the page that creates one. Null if there is no such
 * link. It must be printed to standard error only: whoever reads it becomes the super admin, and a log is kept
 * and copied. The service is ready before this is called, because the first transaction loads Prisma. Does not throw.
 */
export async function offerSetUpPage(
  { setup }: { setup: Pick<SetupService, 'hasSuperAdmin' | 'offer'> },
  { pages, publicUrl }: Settings,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<string | null> {
  try {
    if (await setup.hasSuperAdmin()) return null;
    if (!pages.areas.includes('console')) {
      log.info('there is no super admin yet: make a user one with npx --no-install gatehouse users promote <e-mail>');
      return null;
    }
    const path = await setup.offer();
    if (path === null) return null;
    log.info('there is no super admin yet: the link on standard error creates one');
    return `${publicUrl}${path}`;
  } catch (error) {
    log.warn({ err: error }, 'the set-up page could not be offered: the next start offers it');
    return null;
  }
}
