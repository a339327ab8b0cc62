import bowser from 'bowser';

/** The names of a browser and its system. Null if they are not known. */
interface DeviceName {
  browser: string | null;
  system: string | null;
}

/**
 * The library returns the beginning of a text that it does not know. Anyone can send such a text with a login, so that it
 * would look like a text of the page.
 */
const knownIn = (names: Readonly<Record<string, string>>, name: string | undefined): string | null =>
  name && Object.values(names).includes(name) ? name : null;

/** Reads the header `User-Agent` of a login. */
export function deviceName(userAgent: string | null): DeviceName {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = bowser.parse(userAgent);
  return { browser: knownIn(bowser.BROWSER_MAP, browser.name), system: knownIn(bowser.OS_MAP, os.name) };
}

/** Whether it is a phone or a tablet. */
export const isHandheld = (userAgent: string | null): boolean =>
  userAgent !== null && ['mobile', 'tablet'].includes(bowser.parse(userAgent).platform.type ?? '');
