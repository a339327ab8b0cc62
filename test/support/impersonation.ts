import { type Answer, restApi } from './apis';
import type { Gatehouse } from './gatehouse';
import { loginSuperAdmin } from './super-admin';

export const personPassword = 'correct horse battery';
let people = 0;

/** Registers a user, and returns what a test needs to sign in. */
export async function registerPerson({ url }: Pick<Gatehouse, 'url'>) {
  people += 1;
  const credentials = { email: `person.${people}@example.com`, password: personPassword };
  const { user } = await restApi.register(url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
  if (!user) throw new Error('the user was not registered');
  return { id: user.id, credentials, login: (): Promise<Answer> => restApi.login(url, credentials) };
}

/** Registers a super admin, and returns the super admin with a fresh session. */
export function registerSuperAdmin(gatehouse: Pick<Gatehouse, 'url' | 'sql'>) {
  people += 1;
  return loginSuperAdmin(gatehouse, `root.${people}@example.com`);
}

/** Starts to act as the user. Throws if that fails. */
export async function impersonate({ url }: Pick<Gatehouse, 'url'>, userId: string, adminToken: string) {
  const { result, code } = await restApi.impersonate(url, { userId, reason: 'Ticket 4711' }, adminToken);
  if (!result) throw new Error(`the impersonation was rejected: ${code}`);
  return result;
}

export const claimsOf = (token: string | null) =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());
