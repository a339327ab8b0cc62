import type { Gatehouse } from './gatehouse';

/** Verifies an address without a mail. Only an account with a verified address can get a second factor. */
export const verifyAddress = (gatehouse: Pick<Gatehouse, 'sql'>, email: string) =>
  gatehouse.sql(`UPDATE users SET email_verified = true WHERE email_canonical = '${email.toLowerCase()}'`);
