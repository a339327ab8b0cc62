import { apis, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { type AppleProvider, appleUser, startApple } from '../support/providers/apple';
import { follow, followToForm } from '../support/providers/follow';
import {
  discordUser,
  facebookUser,
  githubUser,
  startDiscord,
  startFacebook,
  startGithub,
} from '../support/providers/oauth-providers';
import { appUrl, callbackOf, logInWith, startLogin } from '../support/providers/provider-logins';

/** The providers whose protocol is not that of OpenID Connect, or not quite. */
let gatehouse: Gatehouse;
let github: Awaited<ReturnType<typeof startGithub>>;
let discord: Awaited<ReturnType<typeof startDiscord>>;
let facebook: Awaited<ReturnType<typeof startFacebook>>;
let apple: AppleProvider;

beforeAll(async () => {
  const redirectUrisOf = (id: string) => ({ redirectUris: [callbackOf(id)] });
  [github, discord, facebook, apple] = await Promise.all([
    startGithub(redirectUrisOf('github')),
    startDiscord(redirectUrisOf('discord')),
    startFacebook(redirectUrisOf('facebook')),
    startApple(redirectUrisOf('apple')),
  ]);
  const oauth = Object.entries({ GITHUB: github, DISCORD: discord, FACEBOOK: facebook }).flatMap(([id, provider]) => [
    [`PROVIDER_${id}_ISSUER`, provider.origin],
    [`PROVIDER_${id}_CLIENT_ID`, provider.clientId],
    [`PROVIDER_${id}_CLIENT_SECRET`, provider.clientSecret],
  ]);
  gatehouse = await startGatehouse({
    ...Object.fromEntries(oauth),
    PROVIDERS: 'github,discord,facebook,apple',
    REDIRECT_URIS: appUrl,
    PROVIDER_APPLE_ISSUER: apple.issuer,
    PROVIDER_APPLE_CLIENT_ID: apple.clientId,
    PROVIDER_APPLE_TEAM_ID: apple.teamId,
    PROVIDER_APPLE_KEY_ID: apple.keyId,
    // As a file of settings has it.
    PROVIDER_APPLE_PRIVATE_KEY: apple.privateKey.replaceAll('\n', '\\n'),
  });
});
afterAll(async () => {
  await gatehouse.stop();
  await Promise.all([github, discord, facebook, apple].map((provider) => provider.close()));
});

const identitiesOf = (email: string) =>
  gatehouse.sql(`SELECT i.provider, i.issuer, i.subject FROM identities i JOIN users u ON u.id = i.user_id
    WHERE u.email = '${email}'`);

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ name, api }) => {
  const address = (who: string) => `${who}.${name.toLowerCase()}@example.com`;
  const id = name.length;

  test('GitHub: the primary address of the list, if it is verified, and never that of the profile', async () => {
    const email = address('primary');
    const emails = [
      { email: address('other'), primary: false, verified: true, visibility: null },
      { email, primary: true, verified: true, visibility: 'private' as const },
    ];
    github.user = { ...githubUser, id, email: address('profile'), emails };
    expect(await logInWith(api, gatehouse.url, 'github')).toMatchObject({ success: true, user: { email } });
    expect(await identitiesOf(email)).toEqual([{ provider: 'github', issuer: github.origin, subject: String(id) }]);
    const unverified = { email: address('unverified'), primary: true, verified: false, visibility: null };
    github.user = { ...githubUser, id: id + 100, emails: [unverified] };
    expect(await logInWith(api, gatehouse.url, 'github')).toMatchObject({
      code: 'EMAIL_NOT_VERIFIED',
      link: { email: unverified.email, mailed: true },
    });
  });

  test('Discord: an address that is verified there', async () => {
    const email = address('discord');
    discord.user = { ...discordUser, id: `80351110224${id}`, email, verified: true, global_name: 'Ada' };
    const missing = await logInWith(api, gatehouse.url, 'discord');
    // Discord has one name.
    expect(missing.fields.map(({ field }) => field)).toEqual(['lastName']);
    const done = await logInWith(api, gatehouse.url, 'discord', { firstName: 'Ada', lastName: 'King' });
    expect(done).toMatchObject({ success: true, user: { email, lastName: 'King' } });
    discord.user = { ...discordUser, id: `80351110225${id}`, email: address('discord-2'), verified: false };
    const mailed = await logInWith(api, gatehouse.url, 'discord', { firstName: 'Ada', lastName: 'King' });
    expect(mailed.code).toBe('EMAIL_NOT_VERIFIED');
  });

  test('Facebook never vouches for an address', async () => {
    const email = address('facebook');
    facebook.user = { ...facebookUser, id: `10158${id}`, email };
    const mailed = await logInWith(api, gatehouse.url, 'facebook');
    expect(mailed).toMatchObject({ code: 'EMAIL_NOT_VERIFIED', link: { email, mailed: true } });
  });

  test('Apple: the answer is a form, the secret a JWT, and the name comes once', async () => {
    const email = address('apple');
    apple.user = { ...appleUser, sub: `apple-${id}`, email };
    const { codeVerifier, goTo } = await startLogin(api, gatehouse.url, 'apple');
    const { action, fields } = await followToForm(goTo);
    expect(action.href).toBe(callbackOf('apple'));
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: apple.issuer };
    const send = () =>
      fetch(gatehouse.url + action.pathname, { method: 'POST', headers, body: fields, redirect: 'manual' });
    const back = new URL(String((await send()).headers.get('location')));
    const code = back.searchParams.get('code');
    const done = await api.completeProviderLogin(gatehouse.url, { code, codeVerifier });
    expect(done).toMatchObject({ success: true, user: { email, emailVerified: true, firstName: 'Ada' } });
    expect((await send()).status).toBe(400);
  });
});

test.each(['github', 'discord'])('%s: whoever cancels, and a code that is wrong', async (id) => {
  const provider = id === 'github' ? github : discord;
  provider.cancels = true;
  await expect(logInWith(restApi, gatehouse.url, id)).rejects.toThrow('PROVIDER_REJECTED');
  provider.cancels = false;
  const { goTo } = await startLogin(restApi, gatehouse.url, id);
  const callback = await follow(goTo);
  callback.searchParams.set('code', 'wrong');
  const response = await fetch(gatehouse.url + callback.pathname + callback.search, { redirect: 'manual' });
  expect(response.headers.get('location')).toBe(`${appUrl}?error=PROVIDER_REJECTED`);
});
