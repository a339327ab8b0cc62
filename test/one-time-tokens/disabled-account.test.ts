import { type MailedPurpose, purposes } from '../../src/compose/features';
import type { TokenDetails } from '../../src/platform/one-time-tokens/one-time-token';
import { namesOfPurposes } from '../../src/platform/one-time-tokens/purpose';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import { type Answer, type Api, apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

// A right link does nothing in an account that an operator has disabled: it would change what the operator has stopped.

let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse({ EMAIL_LOGIN: 'on' });
});
afterAll(() => gatehouse.stop());

const url = () => gatehouse.url;
const password = 'a much longer horse';

interface Use {
  details?: TokenDetails;
  /** Uses the link. */
  use(api: Api, token: string, request: string): Promise<Pick<Answer, 'code'>>;
}

const reset: Use = { use: (api, token) => api.resetPassword(url(), { token, password }) };
const change: Use = { use: (api, token) => api.confirmEmailChange(url(), { token }) };

/** How the link of each mail is used. Null: it belongs to no account. */
const uses: Readonly<Record<MailedPurpose, Use | null>> = {
  verify_email: { use: (api, token) => api.confirmEmail(url(), { token }) },
  confirm_registration: null,
  organization_invitation: null,
  reset_password: reset,
  invite: reset,
  undo_factor: { ...reset, details: { addedTs: new Date().toISOString() } },
  undo_login: reset,
  change_email: { ...change, details: { change: uuidv7() } },
  approve_email_change: { ...change, details: { change: uuidv7() } },
  undo_email_change: {
    details: { email: 'old@example.com', requestedTs: new Date().toISOString() },
    use: (api, token) => api.undoEmailChange(url(), { token }),
  },
  email_login: { use: (api, link, token) => api.completeEmailLogin(url(), { token, link }) },
  cancel_deletion: { use: (api, token) => api.cancelDeletion(url(), { token }) },
};

test('how its link is used is said for each purpose of a mail', () => {
  const mailed = namesOfPurposes(({ link }) => link !== undefined);
  expect(Object.keys(uses).toSorted()).toEqual(mailed.toSorted());
});

let people = 0;

/** An account that an operator has disabled, and a token of it. */
async function disabledWith(purpose: MailedPurpose, details: TokenDetails) {
  people += 1;
  const address = `disabled.${people}@example.com`;
  await apis[0].register(url(), { email: address, password, firstName: 'Ada', lastName: 'Lovelace' });
  const [row] = await gatehouse.sql(`UPDATE users SET disabled = true WHERE email = '${address}' RETURNING id`);
  const { oneTimeTokens } = gatehouse.services;
  const expiresTs = new Date(Date.now() + 3_600_000);
  const request = { purpose: purposes[purpose], userId: String(row?.id), address, details, expiresTs };
  const token = await gatehouse.stores.transaction(null, (tx) => oneTimeTokens.issue(tx, request));
  return { id: request.userId, token: oneTimeTokens.tokenOf(token), request: oneTimeTokens.requestOf(token) };
}

const stateOf = (id: string) =>
  gatehouse.sql(`SELECT to_jsonb(u) AS account, (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id) AS sessions,
    (SELECT count(*)::int FROM messages m WHERE m.user_id = u.id) AS mails,
    (SELECT count(*)::int FROM one_time_tokens t WHERE t.user_id = u.id AND t.used_ts IS NULL) AS links
    FROM users u WHERE id = '${id}'`);

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  test.each(Object.keys(uses) as MailedPurpose[])(
    'the link of %s does nothing in a disabled account',
    async (purpose) => {
      const use = uses[purpose];
      if (!use) return;
      const { id, token, request } = await disabledWith(purpose, use.details ?? {});
      const before = await stateOf(id);
      expect(await use.use(api, token, request)).toMatchObject({ code: 'ACCOUNT_DISABLED' });
      expect(await stateOf(id)).toEqual(before);
    },
  );
});

test('nor does the link with which somebody says that they have not registered', async () => {
  const { id, token } = await disabledWith('verify_email', {});
  const before = await stateOf(id);
  const body = new URLSearchParams({ intent: 'disown' });
  const answer = await fetch(`${url()}/confirm/${token}`, { method: 'POST', body });
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain('disabled');
  expect(await stateOf(id)).toEqual(before);
});
