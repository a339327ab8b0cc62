import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import path from 'node:path';
import { readConfig } from '../../src/compose/config';
import { checkChallengeSite } from '../../src/doctor/challenge-check';
import { apis } from '../support/apis';
import { startGatehouse } from '../support/gatehouse';
import { listening } from '../support/listening';
import { describeWith, toolPackages } from '../support/needs';

interface Cap {
  createChallenge(options: { challengeCount: number }): Promise<{ token: string }>;
  redeemChallenge(solution: { token: string; solutions: number[] }): Promise<{ success: boolean; token: string }>;
  validateToken(token: string): Promise<{ success: boolean }>;
}

const siteKey = 'd9256640cb53';
const secret = 'the secret of the site';

/** Solves a challenge. As in the widget, salts and targets are made from the token, with FNV-1a and shifts. */
function numbersFor(token: string, count: number): number[] {
  const hexOf = (seed: string, length: number) => {
    let state = 2166136261;
    for (const char of seed) {
      state ^= char.charCodeAt(0);
      state += (state << 1) + (state << 4) + (state << 7) + (state << 8) + (state << 24);
    }
    state >>>= 0;
    let hex = '';
    while (hex.length < length) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      hex += (state >>> 0).toString(16).padStart(8, '0');
    }
    return hex.slice(0, length);
  };
  return Array.from({ length: count }, (_, i) => {
    const [salt, target] = [hexOf(`${token}${i + 1}`, 32), hexOf(`${token}${i + 1}d`, 4)];
    for (let number = 0; ; number += 1) {
      if (createHash('sha256').update(`${salt}${number}`).digest('hex').startsWith(target)) return number;
    }
  });
}

describeWith('test/tools')('a Cap of the operator', () => {
  let cap: Cap;

  /** The route of Cap Standalone around its library: statuses, texts, and the site key before each token. */
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    const form = new URLSearchParams(body);
    const send = (status: number, answer: object) =>
      res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    const [ofSite, ...token] = (form.get('response') ?? '').split(':');
    if (token.length !== 2) return send(400, { success: false, error: 'Missing required parameters' });
    if (req.url !== `/${siteKey}/siteverify` || ofSite !== siteKey || form.get('secret') !== secret)
      return send(403, { success: false, error: 'Invalid site key or secret' });
    const { success } = await cap.validateToken(token.join(':'));
    return success ? send(200, { success }) : send(404, { success, error: 'Token not found' });
  });
  let settings: Record<string, string>;
  beforeAll(async () => {
    const CapOfPackage = require(path.join(toolPackages, '@cap.js/server')) as new (options: object) => Cap;
    cap = new CapOfPackage({ noFSState: true, disableAutoCleanup: true });
    settings = {
      ...{ CHALLENGE: 'site', CHALLENGE_WHEN: 'always', CHALLENGE_SITE_KEY: siteKey, CHALLENGE_SECRET: secret },
      ...{ CHALLENGE_VERIFY_URL: `${await listening(server)}/${siteKey}/siteverify`, PAGES: 'off' },
    };
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function solved(): Promise<string> {
    const { token } = await cap.createChallenge({ challengeCount: 2 });
    const redeemed = await cap.redeemChallenge({ token, solutions: numbersFor(token, 2) });
    expect(redeemed.success).toBe(true);
    return `${siteKey}:${redeemed.token}`;
  }

  test('a token passes once, through both APIs', async () => {
    const gatehouse = await startGatehouse(settings);
    for (const api of apis) {
      const person = (n: number) => ({
        email: `${api.name.toLowerCase()}${n}@example.com`,
        ...{ password: 'correct horse battery', firstName: 'Ada', lastName: 'Lovelace' },
      });
      const challenge = await solved();
      const codes: unknown[] = [];
      const wrong = [challenge, `${siteKey}:wrong:token`, 'another-site:wrong:token', 'not of Cap'];
      for (const [n, one] of [challenge, ...wrong].entries())
        codes.push((await api.register(gatehouse.url, { ...person(n), challenge: one })).code);
      expect(codes).toEqual([null, ...wrong.map(() => 'CHALLENGE_REQUIRED')]);
    }
    await gatehouse.stop();
  });

  test('gatehouse doctor sees a wrong secret', async () => {
    const verdictOf = async (changes: object) =>
      (await checkChallengeSite(readConfig({ ...settings, ...changes }))).verdict;
    expect([await verdictOf({}), await verdictOf({ CHALLENGE_SECRET: 'another' })]).toEqual(['ok', 'failure']);
  });
});
