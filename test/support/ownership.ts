import type { Api } from './apis';
import type { Gatehouse } from './gatehouse';
import { logInWith, withPasskey } from './passkeys';

/** Returns the token of the newest mail with a link to an address. Empty without one. */
export async function newestToken(gatehouse: Gatehouse, address: string): Promise<string> {
  const mail = (await gatehouse.allMails()).filter(({ to, links }) => to === address && links.length > 0).at(-1);
  return mail?.links[0]?.split('/').at(-1) ?? '';
}

/** Makes all passkeys of a user older. */
export const agePasskeys = (gatehouse: Gatehouse, id: string, days: number) =>
  gatehouse.sql(`UPDATE passkeys SET created_ts = created_ts - interval '${days} days' WHERE user_id = '${id}'`);

/** An owner with a verified address and a passkey of this age, whose session has just used the passkey. */
export async function ownerWithPasskey(api: Api, gatehouse: Gatehouse, { days }: { days: number }) {
  const ada = await withPasskey(api, gatehouse);
  const { jwt, user } = await logInWith(api, gatehouse.url, ada.passkey);
  if (!user) throw new Error('the login failed');
  await agePasskeys(gatehouse, user.id, days);
  return { ...ada, passkeyId: ada.id, jwt, id: user.id, eve: `eve.${ada.email}` };
}
