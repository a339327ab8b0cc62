import type { Gatehouse } from './gatehouse';

/** Verifies an address without a mail. Only an account with a verified address can get a second factor. */
export const verifyAddress = (gatehouse: Pick<Gatehouse, 'sql'>, email: string) =>
  gatehouse.sql(`UPDATE users SET email_verified = true WHERE email_canonical = '${email.toLowerCase()}'`);

/** As if nobody had ever proved the address. That it is only not verified, a super admin can say later. */
export async function unproveAddress(gatehouse: Pick<Gatehouse, 'sql'>, email: string): Promise<void> {
  const account = `email_canonical = '${email.toLowerCase()}'`;
  await gatehouse.sql(`UPDATE users SET email_verified = false WHERE ${account}`);
  // The database has noted that it was.
  await gatehouse.sql(`UPDATE users SET email_proved_ts = NULL WHERE ${account}`);
}

/** As if the account were a day old: just after a registration, nobody is asked for the password again. */
export const ageAccount = (gatehouse: Pick<Gatehouse, 'sql'>, email: string) =>
  gatehouse.sql(`UPDATE users SET created_ts = created_ts - interval '1 day' WHERE email = '${email}'`);
