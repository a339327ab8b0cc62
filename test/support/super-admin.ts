import { restApi } from './apis';
import type { Gatehouse } from './gatehouse';

export const adminPassword = 'correct horse battery';

/** Registers a super admin, and signs in. Returns the access token. */
export async function loginSuperAdmin(gatehouse: Pick<Gatehouse, 'url' | 'sql'>, email = 'root@example.com') {
  const account = { email, password: adminPassword, firstName: 'Root', lastName: 'Admin' };
  const { user } = await restApi.register(gatehouse.url, account);
  if (!user) throw new Error('the super admin was not registered');
  await gatehouse.sql(`UPDATE users SET is_super_admin = true WHERE id = '${user.id}'`);
  const { jwt, refreshToken } = await restApi.login(gatehouse.url, { email, password: adminPassword });
  if (!jwt || !refreshToken) throw new Error('the super admin could not sign in');
  return { id: user.id, email, jwt, refreshToken };
}
