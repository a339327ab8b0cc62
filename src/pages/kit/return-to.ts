import { devicePaths } from '../../accounts/applications/device-authorization';
import { isAppUrl, parseUrl } from '../../platform/config/setting';
import type { PagesConfig } from '../pages.settings';

type Places = Pick<PagesConfig, 'redirectUris' | 'areas'>;

/** The pages of Gatehouse to which a person can return, with their parameters. These are visible ASCII without `#` and `\`. */
const ownPlaces = /^(\/(account|console)(?:\/[\w-]+)*)(?:\?([!"$-[\]-~]*))?$/;

/** The page of an invitation. Without the token, it is that of the link that waits in the browser. */
export const invitationPath = '/invitation';

/** Where the sign-in to an application goes on. */
export const continuePath = '/oauth/continue';
const requestText = /^[\w-]{64}$/;

export const continueWith = (request: string): string => `${continuePath}?request=${request}`;

/** Returns the text of the request with which the place goes on. Null for every other place. */
export function requestOf(place: string | null): string | null {
  if (!place?.startsWith(continuePath)) return null;
  const request = place.slice(continueWith('').length);
  return place === continueWith(request) && requestText.test(request) ? request : null;
}

/** Characters. Longer parameters are left out: the address of the sign-in page has them encoded once more. */
const longestParameters = 1000;

/** Parameters that belong to one visit: the note after a form, and the choice of the language. */
const ofOneVisit = ['done', 'lang'];

/**
 * Returns where a person goes after the sign-in: an address in REDIRECT_URIS, a path of the pages, or on with the sign-in to
 * an application. Null for any other
 * text, so that no link leads from the sign-in page to a foreign page (ASVS 5.0, 10.4.1). Addresses are compared as whole
 * texts: the comparison of parts of addresses has caused open redirects in other products.
 */
export function returnTo(text: string | null | undefined, places: Places): string | null {
  if (!text) return null;
  if (places.redirectUris.includes(text)) return isAppUrl(text) ? null : text;
  if (requestOf(text) !== null) return places.areas.includes('sign-in') ? text : null;
  // Without parameters: the code of a device is typed (RFC 8628, section 5.4).
  if (text.split('?')[0] === devicePaths.page) return places.areas.includes('sign-in') ? devicePaths.page : null;
  if (text === invitationPath) return places.areas.includes('sign-in') ? text : null;
  const [, path, area, search = ''] = ownPlaces.exec(text) ?? [];
  if (path === undefined || !places.areas.some((one) => one === area)) return null;
  const parameters = search.length > longestParameters ? '' : ownParameters(search, places);
  return parameters ? `${path}?${parameters}` : path;
}

/** Writes the parameters anew, so that nothing in them can have another meaning. They can name a place to return to. */
function ownParameters(search: string, places: Places): string {
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search)) {
    const allowed = name === 'return_to' ? returnTo(value, places) : value;
    if (allowed !== null && !ofOneVisit.includes(name)) kept.append(name, allowed);
  }
  const parameters = kept.toString();
  return parameters.length > longestParameters ? '' : parameters;
}

/** Keeps the place to return to in a link to another page. */
export const withReturn = (href: string, returnTo: string | null): string =>
  returnTo ? `${href}${href.includes('?') ? '&' : '?'}return_to=${encodeURIComponent(returnTo)}` : href;

/** Names what the next page says. */
export const withNote = (href: string, note: string): string => `${href}${href.includes('?') ? '&' : '?'}done=${note}`;

/** Returns the address of a link. Paths of the pages come after the path of PUBLIC_URL. */
export const hrefOf = (place: string, base: string): string => (place.startsWith('/') ? base + place : place);

/** The step-up page. With `needsFactor`, the password is not enough. */
export const stepUpAt = (returnTo: string | null, needsFactor: boolean): string => {
  const page = withReturn('/step-up', returnTo);
  return needsFactor ? `${page}${returnTo ? '&' : '?'}acr=aal2` : page;
};

/** Browsers also apply `form-action` to the redirect after a form, so the policy names the applications. */
export const originsOf = (redirectUris: readonly string[]): string[] => [
  ...new Set(redirectUris.flatMap((uri) => (isAppUrl(uri) ? [] : (parseUrl(uri)?.origin ?? [])))),
];
