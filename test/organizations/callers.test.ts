import { type OperationName, operations } from '../../src/compose/features';
import { type Api, apis } from '../support/apis';
import { exampleInputOf, operationNamed } from '../support/declared-operations';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { impersonate, registerSuperAdmin } from '../support/impersonation';
import { createApp, signedIn, tokensFor } from '../support/openid';
import { memberPassword, signedInPerson, teamOf } from '../support/organizations';

// Each operation of people, by everyone who could call it, through both APIs.

const callers = [
  'owner',
  'admin',
  'member',
  'own role',
  'of another one',
  'nobody',
  'disabled',
  'acting',
  'key',
  'application',
];
const all = null;
const no = 'FORBIDDEN';
const unknown = 'NOT_FOUND';
const none = 'UNAUTHENTICATED';
const wrong = 'INVALID_TOKEN';

/** What each caller gets, in this order. */
const answers: Record<string, (string | null)[]> = {
  organizations: [all, all, all, all, all, none, all, all, no, no],
  organization: [all, all, all, all, unknown, none, all, all, no, no],
  organizationMembers: [all, all, all, all, unknown, none, all, all, no, no],
  createOrganization: [all, all, all, all, all, none, all, no, no, no],
  updateOrganization: [all, all, no, no, unknown, none, no, no, no, no],
  setMember: [all, all, no, no, unknown, none, no, no, no, no],
  // The example of the token is of no invitation, and the invitation to withdraw is none.
  inviteMember: [all, all, no, no, unknown, none, no, no, no, no],
  withdrawInvitation: [unknown, unknown, no, no, unknown, none, no, no, no, no],
  acceptInvitation: [wrong, wrong, wrong, wrong, wrong, none, wrong, no, no, no],
  createOrganizationToken: [all, all, all, all, unknown, none, no, all, no, no],
  // Last, because then nothing is left.
  deleteOrganization: [all, no, no, no, unknown, none, no, no, no, no],
};

const ofPeople = operations.filter(({ tag, caller }) => tag === 'Organizations' && caller === 'user');

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({ ORGANIZATIONS: 'users', ORGANIZATION_ROLES: 'viewer', API_KEYS: 'on' });
});
afterAll(() => gatehouse.stop());

async function tokensOf(api: Api, team: Awaited<ReturnType<typeof teamOf>>): Promise<Record<string, string | null>> {
  const { jwt: root } = await registerSuperAdmin(gatehouse);
  const acting = await impersonate(gatehouse, team.owner.id, String(root));
  const { result } = await api.createApiKey(
    gatehouse.url,
    { name: 'Backup', currentPassword: memberPassword },
    team.owner.jwt,
  );
  const other = await signedInPerson(gatehouse, api);
  await api.createOrganization(gatehouse.url, { name: 'Another one' }, other.jwt);
  const app = await createApp(gatehouse);
  const { client } = await signedIn(gatehouse);
  return {
    owner: team.owner.jwt,
    admin: team.admin.jwt,
    member: team.member.jwt,
    'own role': team.viewer.jwt,
    'of another one': other.jwt,
    nobody: null,
    acting: acting.jwt,
    key: String(result?.key),
    application: (await tokensFor(gatehouse, client, app)).access_token,
  };
}

test('each operation has a row', () => {
  expect(ofPeople.map(({ name }) => name).toSorted()).toEqual(Object.keys(answers).toSorted());
});

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  let team: Awaited<ReturnType<typeof teamOf>>;
  let tokens: Record<string, string | null>;
  beforeAll(async () => {
    team = await teamOf(gatehouse, api);
    tokens = await tokensOf(api, team);
  });

  // One test, because the order matters: the owner, who can delete the organization, is the last one.
  test('each caller gets what the table says', async () => {
    for (const caller of callers.toReversed()) await expectAnswers(caller);
  });

  async function expectAnswers(caller: string): Promise<void> {
    const isDisabled = caller === 'disabled';
    await gatehouse.sql(
      `UPDATE organizations SET disabled_ts = ${isDisabled ? 'now()' : null} WHERE id = '${team.id}'`,
    );
    const own = { id: team.id, organizationId: team.id, userId: team.viewer.id, roles: ['viewer'] };
    for (const name of Object.keys(answers)) {
      const operation = operationNamed(name as OperationName);
      const input = Object.fromEntries(
        Object.entries(exampleInputOf(operation)).map(([field, value]) => [
          field,
          own[field as keyof typeof own] ?? value,
        ]),
      );
      const proof = name === 'deleteOrganization' ? { currentPassword: memberPassword } : {};
      const sent = { ...input, ...proof, slug: undefined };
      const token = isDisabled ? team.owner.jwt : (tokens[caller] ?? null);
      const { code } = await api.call(gatehouse.url, operation.name as OperationName, sent, token);
      expect([caller, name, code]).toEqual([caller, name, answers[name]?.[callers.indexOf(caller)]]);
    }
  }
});
