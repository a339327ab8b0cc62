/** Returns the address if a link to it is safe. The text of a person could be an address that runs a script. */
export const safeHref = (address: string): string | null => (/^https?:\/\//i.test(address) ? address : null);

/** The same for the key URI of an authenticator app, which a form carries. */
export const safeKeyUri = (uri: string): string | null => (/^otpauth:\/\/totp\//i.test(uri) ? uri : null);
