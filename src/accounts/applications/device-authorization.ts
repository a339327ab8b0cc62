import type { OAuthClient } from './oauth-client';

/** RFC 8628, section 3.4. */
export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** Where a device asks for its codes, and the page on which the person types one. */
export const devicePaths = { authorization: '/oauth/device', page: '/device' } as const;

/** Seconds. No document says one. How long a person can take to sign in elsewhere: a code that is phished is over soon. */
export const deviceCodeS = 600;
/** Seconds between two requests of a device (RFC 8628, section 3.2), and how much longer after each `slow_down` (section 3.5). */
export const pollIntervalS = 5;
/** No document says one. Each is a row, and a chance for somebody who guesses codes. */
export const mostWaiting = 1000;

/** Whether people can sign in to the client, as it is now, with a code. */
export const isDeviceClient = ({
  kind,
  firstParty,
  deviceGrant: isAllowed,
  disabledTs,
}: Pick<OAuthClient, 'kind' | 'firstParty' | 'deviceGrant' | 'disabledTs'>): boolean =>
  isAllowed && firstParty && kind === 'public' && disabledTs === null;

/** A sign-in on a device (RFC 8628), until the device has its tokens. */
export interface DeviceAuthorization {
  /** A UUIDv7, of which the device gets an HMAC, too. The session that it opens has the same id. */
  id: string;
  clientId: string;
  /** What the device asks for. */
  scopes: readonly string[];
  resource: string | null;
  /** Of the device. */
  ip: string | null;
  userAgent: string | null;
  createdTs: Date;
  expiresTs: Date;
  /** Who has decided, and in which session of a page. Null before. */
  userId: string | null;
  originSessionId: string | null;
  decidedTs: Date | null;
  denied: boolean;
  /** When the device got its tokens. */
  usedTs: Date | null;
}
