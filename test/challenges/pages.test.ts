import { randomUUID } from 'node:crypto';
import { solvePuzzle } from '../../src/platform/challenges/solve-puzzle';
import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { withLimits } from '../support/limits';
import { formTo, PageClient, type PageReply } from '../support/page-client';

/** Of the form of a page. */
const puzzleIn = (page: PageReply, action: string) => {
  const text = formTo(page, action).inputs.challenge?.['data-puzzle'];
  return text === undefined ? null : (JSON.parse(text) as Parameters<typeof solvePuzzle>[0]);
};
const solved = async (page: PageReply, action: string) => {
  const puzzle = puzzleIn(page, action);
  return { challenge: puzzle ? await solvePuzzle(puzzle) : 'no puzzle' };
};
const newcomer = { firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };
const person = () => ({
  email: `${randomUUID()}@example.com`,
  first_name: 'Ada',
  last_name: 'Lovelace',
  password: 'correct horse battery',
});

describe('with CHALLENGE_WHEN=always', () => {
  let gatehouse: Gatehouse;
  let client: PageClient;
  beforeAll(async () => {
    const on = { CHALLENGE: 'puzzle', CHALLENGE_WHEN: 'always', CHALLENGE_ON: 'register,forgot,email_login,login' };
    gatehouse = await startGatehouse({ ...on, EMAIL_LOGIN: 'on' });
  });
  beforeEach(() => {
    client = new PageClient(gatehouse);
  });
  afterAll(() => gatehouse.stop());

  test.each(['/register', '/forgot', '/login/email', '/login'])(
    'the form of %s has a puzzle, and its script',
    async (path) => {
      const page = await client.get(path);
      expect(puzzleIn(page, path)).toEqual(expect.objectContaining({ kind: 'puzzle', bits: 18 }));
      expect(page.html).toContain('This form needs scripts at the moment. Try again in ten minutes.');
      expect(page.html).toMatch(/<p role="status" class="unseen quiet small" data-working="One moment/);
      const [, script] = /<script src="(\/pages\/challenge-[\w-]+\.js)" defer>/.exec(page.html) ?? [];
      const file = await client.get(script ?? '');
      expect([file.status, file.html.length < 3000]).toEqual([200, true]);
      // The policy of a page with a puzzle is that of all others.
      const other = await client.get('/logout');
      expect(page.headers.get('content-security-policy')).toBe(other.headers.get('content-security-policy'));
    },
  );

  test('the words are in four languages', async () => {
    const texts = await Promise.all(
      ['en', 'de', 'fr', 'es'].map(
        async (lang) => (await new PageClient(gatehouse).get(`/register?lang=${lang}`)).html,
      ),
    );
    const found = texts.map((html) => /<noscript><p[^>]*>([^<]+)/.exec(html)?.[1]);
    expect(new Set(found).size).toBe(4);
    expect(found).not.toContain(undefined);
  });

  test('a person registers, and is signed in', async () => {
    const page = await client.get('/register');
    const reply = await client.submit(page, '/register', { ...person(), ...(await solved(page, '/register')) });
    expect([reply.status, reply.location]).toEqual([303, '/account']);
  });

  test('without the answer, the page says so, keeps what was typed and has another puzzle', async () => {
    const page = await client.get('/register');
    const ada = person();
    const rejected = await client.submit(page, '/register', ada);
    expect([rejected.status, rejected.text]).toEqual([
      403,
      expect.stringContaining('There are unusually many requests right now. Please send the form again.'),
    ]);
    expect(formTo(rejected, '/register').fields.email).toBe(ada.email);
    const again = { ...ada, ...(await solved(rejected, '/register')) };
    expect((await client.submit(rejected, '/register', again)).location).toBe('/account');
  });

  test.each(['/forgot', '/login/email'])('%s sends a mail, and sends it again with another answer', async (path) => {
    const page = await client.get(path);
    const email = person().email;
    const sent = await client.submit(page, path, { email, ...(await solved(page, path)) });
    expect(sent.heading).toBe('Check your e-mail');
    const again = { email, intent: 'send-again' };
    const rejected = await client.post(`${path}/code`, again);
    expect([rejected.status, rejected.heading]).toEqual([403, 'Check your e-mail']);
    const { challenge } = await puzzleOfSecond(rejected);
    expect((await client.post(`${path}/code`, { ...again, challenge })).status).not.toBe(403);
  });

  /** The form that sends the mail again is the second one of the page. */
  async function puzzleOfSecond(page: PageReply) {
    const text = page.forms.map(({ inputs }) => inputs.challenge?.['data-puzzle']).find(Boolean);
    return { challenge: await solvePuzzle(JSON.parse(text ?? 'null')) };
  }

  test('a page that only takes the address along asks for no answer', async () => {
    const page = await client.post('/forgot', { email: 'ada@example.com', intent: 'ask' });
    expect([page.status, formTo(page, '/forgot').fields.email]).toEqual([200, 'ada@example.com']);
  });
});

test('in calm times, no page has a puzzle; after an attack began, the next one has', async () => {
  const env = { ...withLimits(), CHALLENGE: 'puzzle', RATE_LIMIT_GLOBAL: '4/3600' };
  const gatehouse = await startGatehouse(env);
  const client = new PageClient(gatehouse);
  for (let i = 0; i < 3; i += 1) {
    const page = await client.get('/register');
    expect([puzzleIn(page, '/register'), page.html.includes('/pages/challenge-')]).toEqual([null, false]);
    await restApi.register(gatehouse.url, { ...newcomer, email: `${randomUUID()}@example.com` });
  }
  expect(puzzleIn(await client.get('/register'), '/register')).not.toBeNull();
  await gatehouse.stop();
});

test('without CHALLENGE, there is no script for puzzles', async () => {
  const gatehouse = await startGatehouse();
  expect((await new PageClient(gatehouse).get('/register')).html).not.toContain('challenge');
  await gatehouse.stop();
});
