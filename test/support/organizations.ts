import { LiveSessions } from '../../src/accounts/sessions/live-sessions';
import { createBaseWithoutKeys } from '../../src/compose/base';
import { organizationChangesOf } from '../../src/compose/organizations';
import { createLog } from '../../src/platform/observability/log';
import { systemClock } from '../../src/platform/runtime/clock';
import { type Api, restApi } from './apis';
import type { Gatehouse } from './gatehouse';
import { verifyAddress } from './verified-address';

export const memberPassword = 'correct horse battery';
let people = 0;

/** Registers a person with a verified address, and signs the person in. */
export async function signedInPerson(on: Gatehouse, api: Api = restApi) {
  people += 1;
  const email = `org.${people}@example.com`;
  const { user } = await api.register(on.url, {
    ...{ email, password: memberPassword, firstName: 'Ada', lastName: `No ${people}` },
  });
  await verifyAddress(on, email);
  const { jwt, refreshToken } = await api.login(on.url, { email, password: memberPassword });
  return { id: String(user?.id), email, jwt: String(jwt), refreshToken: String(refreshToken) };
}

export async function createdOrganization(on: Gatehouse, api: Api, jwt: string, name = 'Example & Sons') {
  const { result } = await api.createOrganization(on.url, { name }, jwt);
  if (!result) throw new Error('no organization');
  return { id: String(result.id), slug: result.slug };
}

/** People become members by an invitation, or through the administration. */
export const join = (on: Gatehouse, organizationId: string, userId: string, roles: string) =>
  on.sql(`INSERT INTO memberships VALUES ('${organizationId}', '${userId}', '{${roles}}', now())`);

/** An organization with an owner, an admin, a member, and somebody with a role of the operator. */
export async function teamOf(on: Gatehouse, api: Api = restApi) {
  const [owner, admin, member, viewer] = [
    await signedInPerson(on, api),
    await signedInPerson(on, api),
    await signedInPerson(on, api),
    await signedInPerson(on, api),
  ];
  const organization = await createdOrganization(on, api, owner.jwt);
  await join(on, organization.id, admin.id, 'admin');
  await join(on, organization.id, member.id, 'member');
  await join(on, organization.id, viewer.id, 'viewer');
  const set = (jwt: string, userId: string, roles: string[]) =>
    api.setMember(on.url, { organizationId: organization.id, userId, roles }, jwt);
  return { ...organization, owner, admin, member, viewer, set };
}

export const organizationToken = async (on: Gatehouse, id: string, jwt: string, api: Api = restApi) =>
  String((await api.createOrganizationToken(on.url, { id }, jwt)).result?.jwt);

/** What operators and other members do to organizations. */
export function organizationsOf({ config, stores, services }: Pick<Gatehouse, 'config' | 'stores' | 'services'>) {
  const { revocations } = services;
  const liveSessions = new LiveSessions(stores, revocations, config.sessionIdleTtlS, systemClock);
  const base = createBaseWithoutKeys(config, stores, createLog('silent'));
  const changes = organizationChangesOf({ ...base, liveSessions, revocations });
  const operator = { memberId: null, context: null };
  return {
    /** An organization without members. */
    create: (name: string, slug: string) => changes.create({ name, slug, ownerId: null }, operator),
    /** No roles: removes the member. */
    setMember: (organizationId: string, userId: string, roles: string[]) =>
      changes.setMember({ organizationId, userId, roles }, operator),
    disable: (id: string, disabled = true) => changes.update(id, { disabled }, operator),
    remove: (id: string) => changes.delete(id, operator),
  };
}
