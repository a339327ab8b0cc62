import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, CDPSession } from 'playwright-core';
import { pathOf, toolPackages } from './needs';

const args =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** Playwright's default is 30 s, which is too short on a busy machine. */
export const patienceMs = 120_000;

// Loaded when a browser is needed: see needs.ts.
const chromium = () =>
  (require(path.join(toolPackages, 'playwright-core')) as typeof import('playwright-core')).chromium;

/** Returns the script that finds violations of WCAG in a page. */
export const axeScript = (): string => readFileSync(path.join(toolPackages, 'axe-core/axe.min.js'), 'utf8');

export const launchChromium = (): Promise<Browser> =>
  chromium().launch({ executablePath: pathOf('Chromium'), args: args.split(' '), timeout: patienceMs });

/** Gives a page an authenticator that verifies its user, and by default answers at once. Returns its id. */
export async function addAuthenticator(cdp: CDPSession, changes: object = {}): Promise<string> {
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...changes,
    },
  });
  return authenticatorId;
}

/**
 * Chromium adds a passkey by itself only with a password manager of a Google account, which a test does not have, and leaves a
 * virtual authenticator out. So this lets the authenticator make the passkey, and removes what it says about its user, as
 * WebAuthn Level 3 requires of a browser (section 5.1.3).
 */
export function addsPasskeys(): void {
  const container = navigator.credentials as CredentialsContainer | undefined;
  if (!container) return;
  const create = container.create.bind(container);
  container.create = async (options?: CredentialCreationOptions & { mediation?: string }) => {
    if (options?.mediation !== 'conditional' || !options.publicKey) return create(options);
    const { userVerification } = options.publicKey.authenticatorSelection ?? {};
    if (userVerification === 'required') throw new DOMException('it would have to ask', 'ConstraintError');
    const made = (await create({ publicKey: options.publicKey })) as PublicKeyCredential;
    const response = made.response as AuthenticatorAttestationResponse;
    const object = new Uint8Array(response.attestationObject);
    const hash = new Uint8Array(response.getAuthenticatorData()).subarray(0, 32);
    const at = object.findIndex((_, i) => hash.every((byte, n) => object[i + n] === byte));
    object[at + 32] = (object[at + 32] ?? 0) & ~0b101;
    const attestationObject = btoa(String.fromCharCode(...object))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
    const json = made.toJSON();
    const toJSON = () => ({ ...json, response: { ...json.response, attestationObject } });
    return { toJSON } as unknown as Credential;
  };
}

/**
 * Opens a browser with a new profile, which has this setting for third-party cookies. Without a setting, Debian's
 * Chromium blocks them, and others do not. `resolved` is an address for every host of the internet.
 */
export async function openProfile({
  thirdPartyCookies,
  resolved,
}: {
  thirdPartyCookies: 'allowed' | 'blocked';
  resolved?: string;
}): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-chromium-'));
  const isBlocked = thirdPartyCookies === 'blocked';
  const preferences = { profile: { cookie_controls_mode: isBlocked ? 1 : 0, block_third_party_cookies: isBlocked } };
  await mkdir(path.join(folder, 'Default'));
  await writeFile(path.join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  const context = await chromium().launchPersistentContext(folder, {
    executablePath: pathOf('Chromium with profiles'),
    args: [
      ...args.split(' '),
      ...(resolved ? [`--host-resolver-rules=MAP * ${resolved}`, '--ignore-certificate-errors'] : []),
    ],
    timeout: patienceMs,
  });
  context.setDefaultTimeout(patienceMs);
  return {
    context,
    async close() {
      await context.close();
      await rm(folder, { recursive: true });
    },
  };
}
