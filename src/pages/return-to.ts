import { parseUrl } from '../config/setting';
import type { PagesConfig } from './pages.settings';

/** The pages of Gatehouse to which a person can return. */
const ownPaths = /^\/(account|console)(?:\/[\w-]+)*$/;

/**
 * Returns where a person goes after the sign-in: an address in REDIRECT_URIS, or a path of the pages. Null for any other
 * text, so that no link leads from the sign-in page to a foreign page (ASVS 5.0, 10.4.1). Addresses are compared as whole
 * texts: the comparison of parts of addresses has caused open redirects in other products.
 */
export function returnTo(
  text: string | null | undefined,
  { redirectUris, areas }: Pick<PagesConfig, 'redirectUris' | 'areas'>,
): string | null {
  if (!text) return null;
  const area = ownPaths.exec(text)?.[1];
  const isOwn = areas.some((one) => one === area);
  return isOwn || redirectUris.includes(text) ? text : null;
}

/** Keeps the place to return to in a link to another page. */
export const withReturn = (href: string, returnTo: string | null): string =>
  returnTo ? `${href}?return_to=${encodeURIComponent(returnTo)}` : href;

/** Returns the address of a link. Paths of the pages come after the path of PUBLIC_URL. */
export const hrefOf = (place: string, base: string): string => (place.startsWith('/') ? base + place : place);

/** The step-up page. With `needsFactor`, a person without a second factor cannot use the password instead. */
export const stepUpAt = (returnTo: string | null, needsFactor: boolean): string => {
  const page = withReturn('/step-up', returnTo);
  return needsFactor ? `${page}${returnTo ? '&' : '?'}acr=aal2` : page;
};

/** Browsers also apply `form-action` to the redirect after a form, so the policy names the applications. */
export const originsOf = (redirectUris: readonly string[]): string[] => [
  ...new Set(redirectUris.flatMap((uri) => parseUrl(uri)?.origin ?? [])),
];
