import { randomUUID } from 'node:crypto';
import { authActions } from '../../src/accounts/auth/auth.audit';
import { sessionActions } from '../../src/accounts/sessions/sessions.audit';
import { apiKeyActions } from '../../src/accounts/users/api-keys.audit';
import { createAuditSearch } from '../../src/compose/admin-audit';
import { endsByName, reasonsByName } from '../../src/compose/features';
import type { AuditSearchService } from '../../src/features/admin-audit/audit-search.service';
import { explain } from '../../src/features/admin-audit/explanation';
import type { AuditAction } from '../../src/platform/audit/action';
import { type AuditDetails, type AuditOutcome, successEvent } from '../../src/platform/audit/audit-event';
import { requestActions } from '../../src/platform/audit/requests.audit';
import { errorTable } from '../../src/platform/errors/error-table';
import { createLog } from '../../src/platform/observability/log';
import { type Answer, type Api, apis, testInTurn, withHeaders } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { until } from '../support/until';

/** What `gatehouse explain` prints for each rejection of the operations that send or take mails. */
const password = 'correct horse battery';
const newPassword = 'a much longer horse';

let gatehouse: Gatehouse;
let confirming: string;
let audit: AuditSearchService;
let people = 0;

beforeAll(async () => {
  gatehouse = await startGatehouse();
  confirming = (await gatehouse.another({ REGISTRATION: 'confirm' })).url;
  audit = await createAuditSearch(gatehouse.config, gatehouse.stores, createLog('silent'));
});
afterAll(() => gatehouse.stop());

/** Sends a request, and returns the code of its answer and the explanation. The program identifies the event. */
async function explained(send: () => Promise<Answer>): Promise<{ code: string | null; text: string }> {
  const program = randomUUID();
  const { code } = await withHeaders({ 'User-Agent': program }, send);
  let text = '';
  await until(async () => {
    const events = await gatehouse.stores.audit.list({ limit: 100 });
    const event = events.find(({ userAgent, outcome }) => userAgent === program && outcome !== 'success');
    const found = event && (await audit.ofRequest(event.requestIds.at(-1) ?? ''));
    const one = found?.explained.find((each) => each.event.id === event?.id);
    if (one) text = explain(one).join('\n');
    return one !== undefined;
  });
  return { code, text };
}

async function register(api: Api, url = gatehouse.url) {
  people += 1;
  const email = `ada.${people}@example.com`;
  const { user } = await api.register(url, { email, password, firstName: 'Ada', lastName: 'Lovelace' });
  return { email, id: user?.id ?? '', account: `The account ${user?.id} is now enabled.` };
}
async function logIn(api: Api) {
  const ada = await register(api);
  return { ...ada, jwt: (await api.login(gatehouse.url, { email: ada.email, password })).jwt };
}
async function lastMailTo(address: string) {
  const mail = (await gatehouse.allMails()).filter(({ to }) => to === address).at(-1);
  return { token: String(mail?.links[0]).split('/').at(-1) ?? '', code: mail?.code ?? '' };
}
async function resetToken(api: Api, email: string) {
  await api.requestPasswordReset(gatehouse.url, { email });
  return lastMailTo(email);
}
const expire = (id: string) =>
  gatehouse.sql(`UPDATE one_time_tokens SET expires_ts = now() - interval '1 second' WHERE user_id = '${id}'`);
const disable = (id: string) => gatehouse.sql(`UPDATE users SET disabled = true WHERE id = '${id}'`);
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('what to do', () => {
  const adviceOn = (outcome: AuditOutcome, action: AuditAction, details: AuditDetails) => {
    const event = { ...successEvent(action, new Date(), null, { details }), action: action.name, outcome };
    const lines = explain({ event, account: null, client: null, actor: null, sessionEnd: null });
    return lines.filter((line) => line.startsWith('Advice: '));
  };

  test.each(Object.values(reasonsByName))('about the reason "$name"', ({ name: reason, advice }) => {
    expect(adviceOn('UNAUTHENTICATED', requestActions.access_refused, { reason })).toEqual([`Advice: ${advice}`]);
  });

  test('without such a reason: about the limit, the queue or the error code, and nothing about a success', () => {
    expect(adviceOn('RATE_LIMITED', requestActions.limited, { limit: 'ADMIN' })).toEqual([
      expect.stringMatching(/RATE_LIMIT_ADMIN/),
    ]);
    expect(adviceOn('SERVICE_UNAVAILABLE', requestActions.shed, {})).toEqual([
      expect.stringMatching(/further instance/),
    ]);
    expect(adviceOn('EMAIL_TAKEN', authActions.registration_refused, {})).toEqual([
      `Advice: ${errorTable.EMAIL_TAKEN.advice}`,
    ]);
    expect(adviceOn('success', sessionActions.session_ended, { reason: 'logout' })).toEqual([]);
  });
});

test('the line about a deleted key says why it ended', () => {
  const causeOf = (details: AuditDetails) => {
    const deleted = successEvent(apiKeyActions.api_key_deleted, new Date(), null, { details });
    const event = { ...deleted, action: deleted.action.name };
    return explain({ event, account: null, client: null, actor: null, sessionEnd: null }).at(0);
  };
  for (const { name: reason, means } of Object.values(endsByName)) expect(causeOf({ reason })).toBe(means);
  expect(causeOf({ keyId: randomUUID() })).toMatch(/^An API key was deleted/);
});

describe.each(apis)('through $name', (api) => {
  const rule = testInTurn(api);
  const url = () => gatehouse.url;
  const reset = (input: object) => explained(() => api.resetPassword(url(), { password: newPassword, ...input }));

  rule('a reset: an unknown, used or expired link, a wrong code, an unknown address, a disabled account', async () => {
    const unknown = await reset({ token: 'x'.repeat(64) });
    expect(unknown).toMatchObject({
      code: 'INVALID_TOKEN',
      text: expect.stringContaining('is not of this installation'),
    });
    expect(unknown.text).toMatch(/resetPassword, from .*\(password_reset_rejected, INVALID_TOKEN, unknown link\)/s);

    const ada = await register(api);
    const { code } = await resetToken(api, ada.email);
    const mistyped = await reset({ email: ada.email, code: wrongOf(code) });
    expect(mistyped.text).toMatch(/^The code is wrong or has expired.*INVALID_TOKEN, wrong code\)/s);
    expect(mistyped.text).toContain(ada.account);
    const stranger = await reset({ email: `none.${ada.email}`, code });
    expect(stranger.text).toMatch(/wrong code\).*The e-mail address has no account/s);

    const { token } = await resetToken(api, ada.email);
    await api.resetPassword(url(), { token, password: newPassword });
    const used = await reset({ token });
    expect(used.text).toMatch(/^The link was used, or.*INVALID_TOKEN, used link\)/s);
    expect(used.text).toContain(ada.account);

    const late = await resetToken(api, ada.email);
    await expire(ada.id);
    const expired = await reset({ token: late.token });
    expect(expired.text).toMatch(/^The link has expired\..*INVALID_TOKEN, expired link\)/s);
    expect(expired.text).toContain(ada.account);

    const locked = await resetToken(api, ada.email);
    await disable(ada.id);
    const disabled = await reset({ token: locked.token });
    expect(disabled.code).toBe('ACCOUNT_DISABLED');
    expect(disabled.text).toContain(`The account ${ada.id} is now disabled.`);
  });

  rule('a change of the password: a wrong password, a text that is no access token', async () => {
    const ada = await logIn(api);
    const change = (currentPassword: string) =>
      explained(() => api.changePassword(url(), { currentPassword, password: newPassword }, ada.jwt));
    const wrong = await change('a wrong password');
    expect(wrong).toMatchObject({ code: 'INVALID_CREDENTIALS', text: expect.stringContaining(ada.account) });
    expect(wrong.text).toMatch(
      /^The password is wrong\..*password_change_rejected, INVALID_CREDENTIALS, wrong password\)/s,
    );
    const none = await explained(() => api.changePassword(url(), { currentPassword: 'x', password: newPassword }, 'x'));
    expect(none.text).toMatch(/access_refused, UNAUTHENTICATED, malformed token\)/);
  });

  rule('the proof of an address: a used link, a wrong code, an address that is taken by now', async () => {
    const ada = await register(api);
    const { token, code } = await lastMailTo(ada.email);
    const confirm = (input: object, at = url()) => explained(() => api.confirmEmail(at, { ...input }));
    const mistyped = await confirm({ email: ada.email, code: wrongOf(code) });
    expect(mistyped.text).toMatch(/confirmEmail, .*\(email_verification_rejected, INVALID_TOKEN, wrong code\)/s);
    expect(mistyped.text).toContain(ada.account);
    await api.confirmEmail(url(), { token });
    const used = await confirm({ token });
    expect(used.text).toMatch(/INVALID_TOKEN, used link\)/);
    expect(used.text).toContain(ada.account);

    const late = await register(api, confirming);
    const waiting = await lastMailTo(late.email);
    const person = { email: late.email, password, firstName: 'Eve', lastName: 'Adams' };
    expect((await api.register(url(), person)).success).toBe(true);
    const taken = await confirm({ token: waiting.token, password });
    expect(taken).toMatchObject({ code: 'CONFLICT' });
    expect(taken.text).toMatch(/^Another account has the e-mail address by now\..*CONFLICT, taken address\)/s);
  });

  rule(
    'a change of the address: a wrong password, a wrong code, an expired link, an address that is taken by now',
    async () => {
      const ada = await logIn(api);
      const ask = (email: string, currentPassword = password) =>
        api.changeEmail(url(), { email, currentPassword }, ada.jwt);
      const wrong = await explained(() => ask(`new.${ada.email}`, 'a wrong password'));
      expect(wrong.text).toMatch(/changeEmail, .*email_change_rejected, INVALID_CREDENTIALS, wrong password\)/s);
      await ask(`new.${ada.email}`);
      const { token, code } = await lastMailTo(`new.${ada.email}`);
      const confirm = (input: object) => explained(() => api.confirmEmailChange(url(), { ...input }));
      const mistyped = await confirm({ email: `new.${ada.email}`, code: wrongOf(code) });
      expect(mistyped.text).toMatch(/confirmEmailChange, .*INVALID_TOKEN, wrong code\)/s);
      expect(mistyped.text).toContain(ada.account);
      const person = { email: `new.${ada.email}`, password, firstName: 'Eve', lastName: 'Adams' };
      await api.register(url(), person);
      const taken = await confirm({ token });
      expect(taken.text).toMatch(/^Another account.*CONFLICT, taken address\)/s);
      expect(taken.text).toContain(ada.account);
      await expire(ada.id);
      const expired = await confirm({ token });
      expect(expired.text).toMatch(/INVALID_TOKEN, expired link\)/);
      const undo = await explained(() => api.undoEmailChange(url(), { token }));
      expect(undo.text).toMatch(/undoEmailChange, .*email_change_rejected, INVALID_TOKEN, unknown link\)/s);
    },
  );

  rule('a deletion: a wrong password, the last super admin, a used link', async () => {
    const ada = await logIn(api);
    await gatehouse.sql(`UPDATE users SET is_super_admin = (id = '${ada.id}')`);
    const remove = (currentPassword: string) => explained(() => api.deleteAccount(url(), { currentPassword }, ada.jwt));
    const wrong = await remove('a wrong password');
    expect(wrong.text).toMatch(/deleteAccount, .*deletion_rejected, INVALID_CREDENTIALS, wrong password\)/s);
    const last = await remove(password);
    expect(last.text).toMatch(/^The last super admin cannot be.*CONFLICT, last super admin\)/s);
    expect(last.text).toContain(ada.account);
    await gatehouse.sql('UPDATE users SET is_super_admin = false');
    await api.deleteAccount(url(), { currentPassword: password }, ada.jwt);
    const { token } = await lastMailTo(ada.email);
    await api.cancelDeletion(url(), { token });
    const used = await explained(() => api.cancelDeletion(url(), { token }));
    expect(used.text).toMatch(/cancelDeletion, .*deletion_rejected, INVALID_TOKEN, used link\)/s);
    expect(used.text).toContain(ada.account);
  });

  rule('a login with a deleted account, and with an address that is not verified', async () => {
    const ada = await logIn(api);
    const credentials = { email: ada.email, password };
    const required = (await gatehouse.another({ EMAIL_VERIFICATION: 'required' })).url;
    const unverified = await explained(() => api.login(required, credentials));
    expect(unverified.code).toBe('EMAIL_NOT_VERIFIED');
    expect(unverified.text).toMatch(
      /^The password is right, and.*login_failed, EMAIL_NOT_VERIFIED, unverified address\)/s,
    );
    expect(unverified.text).toContain(ada.account);
    await api.deleteAccount(url(), { currentPassword: password }, ada.jwt);
    const deleted = await explained(() => api.login(url(), credentials));
    expect(deleted.text).toMatch(/login_failed, ACCOUNT_DISABLED, deleted account\).*is now disabled/s);
  });

  rule('a registration that is closed', async () => {
    const closed = (await gatehouse.another({ REGISTRATION: 'closed' })).url;
    const person = { email: `eve.${people}@example.com`, password, firstName: 'Eve', lastName: 'Adams' };
    const { code, text } = await explained(() => api.register(closed, person));
    expect(code).toBe('FORBIDDEN');
    expect(text).toMatch(/^`REGISTRATION` is `closed`.*registration_refused, FORBIDDEN, closed registration\)/s);
  });

  rule('a request for too many mails', async () => {
    const limits = { RATE_LIMIT_MAIL_ADDRESS: '1/3600', RATE_LIMIT_MAIL_ADDRESS_PAUSE: 'off' };
    const limited = await gatehouse.another({ RATE_LIMITS: 'on', ...limits });
    const ada = await register(api);
    const request = () => api.requestPasswordReset(limited.url, { email: ada.email });
    await request();
    const { code, text } = await explained(request);
    expect(code).toBe('RATE_LIMITED');
    expect(text).toMatch(
      /^The limit MAIL_ADDRESS \(per e-mail address and kind of mail\).*requestPasswordReset, .*\(limited, RATE_LIMITED\)/s,
    );
    expect(text).toContain(ada.account);
  });
});
