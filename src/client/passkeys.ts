import { failure, type Send } from './http.js';
import type { Session } from './session.js';
import type { Failure, Passkey, Result, User } from './types.js';

type RequestOptions = PublicKeyCredentialRequestOptionsJSON;
type Asked = { ok: true; passkey: object } | Failure;

/** How long a browser may take to add a passkey by itself. Nobody waits for it. */
const upgradeMs = 30_000;

/** How long before the end of their life the options of an offer are replaced. */
const renewalMs = 60_000;

/** Whether this browser has passkeys. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Whether this browser can add a passkey by itself. */
const canUpgrade = async (): Promise<boolean> =>
  supportsPasskeys() && (await PublicKeyCredential.getClientCapabilities?.())?.conditionalCreate === true;

/** The user handle of WebAuthn: the bytes of the id, a UUID, in base64url. */
const userHandleOf = (id: string): string =>
  btoa(id.replaceAll('-', '').replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22);

const cancelled = () => failure('PASSKEY_CANCELLED', 'No passkey was used.');

export function createPasskeys(send: Send, session: Session) {
  /** A browser has one request for a passkey at a time. An offer gives way to what the person asks for. */
  let current: { ending: AbortController; isOffer: boolean } | null = null;

  async function ask(work: (signal: AbortSignal) => Promise<Credential | null>, ends?: AbortSignal): Promise<Asked> {
    if (ends && current?.isOffer === false) return cancelled();
    current?.ending.abort();
    const ending = new AbortController();
    const own = { ending, isOffer: ends !== undefined };
    current = own;
    const signal = ends ? AbortSignal.any([ending.signal, ends]) : ending.signal;
    try {
      const credential = (await work(signal)) as PublicKeyCredential;
      return { ok: true, passkey: credential.toJSON() };
    } catch (error) {
      const { name } = error as Error;
      if (signal.aborted || name === 'NotAllowedError') return cancelled();
      // Some browsers say that they can offer a passkey in a field, and cannot.
      if (own.isOffer && name === 'NotSupportedError') return cancelled();
      if (name === 'InvalidStateError') return failure('PASSKEY_EXISTS', 'This device already has a passkey.');
      throw error;
    } finally {
      if (current === own) current = null;
    }
  }

  /** Asks for a passkey with the options of a challenge. */
  function use(options: RequestOptions, mediation: 'optional' | 'conditional' = 'optional', ends?: AbortSignal) {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    return ask((signal) => navigator.credentials.get({ publicKey, mediation, signal }), ends);
  }

  /** Makes a passkey, and adds it to the account. */
  async function create(
    input: { currentPassword?: string | undefined; conditional?: true },
    work: (publicKey: PublicKeyCredentialCreationOptions) => Promise<Asked>,
    name?: string,
  ): Promise<Result<{ passkey: Passkey; recoveryCodes: string[] }>> {
    const answer = await session.request('POST', '/auth/passkeys/options', input);
    if (!answer.ok) return answer;
    const options = answer.result.options as PublicKeyCredentialCreationOptionsJSON;
    const asked = await work(PublicKeyCredential.parseCreationOptionsFromJSON(options));
    if (!asked.ok) return asked;
    const added = await session.request('POST', '/auth/passkeys', { passkey: asked.passkey, name });
    return added.ok ? { ...(added.result as { passkey: Passkey; recoveryCodes: string[] }), ok: true } : added;
  }

  const finishLogin = (asked: Asked): Promise<Result<{ user: User }>> | Failure =>
    asked.ok ? session.signIn('/auth/passkeys/login', { passkey: asked.passkey }) : asked;

  return {
    use,

    async loginWithPasskey(): Promise<Result<{ user: User }>> {
      const answer = await send('POST', '/auth/passkeys/login/options');
      return answer.ok ? finishLogin(await use(answer.result.options as RequestOptions)) : answer;
    },

    async offerPasskey({ signal }: { signal?: AbortSignal } = {}): Promise<Result<{ user: User }>> {
      for (;;) {
        const answer = await send('POST', '/auth/passkeys/login/options');
        if (!answer.ok) return answer;
        // It must not end the offer that has replaced it, as in React's StrictMode.
        if (signal?.aborted) return cancelled();
        // The person may take longer than the options are valid.
        const renewal = AbortSignal.timeout(Number(answer.result.expiresIn) * 1000 - renewalMs);
        const ends = signal ? AbortSignal.any([signal, renewal]) : renewal;
        const asked = await use(answer.result.options as RequestOptions, 'conditional', ends);
        if (asked.ok || !renewal.aborted) return finishLogin(asked);
      }
    },

    addPasskey: ({ currentPassword, name }: { currentPassword?: string; name?: string } = {}) =>
      create(
        { currentPassword },
        (publicKey) => ask((signal) => navigator.credentials.create({ publicKey, signal })),
        name,
      ),

    async upgradeToPasskey(input: { currentPassword?: string } = {}): Promise<Passkey | null> {
      try {
        if (!(await canUpgrade())) return null;
        const added = await create({ ...input, conditional: true }, (publicKey) =>
          ask((signal) => {
            const options = { publicKey, mediation: 'conditional', signal };
            return navigator.credentials.create(options);
          }, AbortSignal.timeout(upgradeMs)),
        );
        return added.ok ? added.passkey : null;
      } catch {
        return null;
      }
    },

    async signalPasskeys(): Promise<void> {
      try {
        if (!PublicKeyCredential.signalAllAcceptedCredentials) return;
        const [options, factors, me] = await Promise.all([
          send('POST', '/auth/passkeys/login/options'),
          session.request('GET', '/auth/factors'),
          session.request('GET', '/auth/me'),
        ]);
        if (!options.ok || !factors.ok || !me.ok) return;
        const { rpId = '' } = options.result.options as RequestOptions;
        const user = me.result as unknown as User;
        const userId = userHandleOf(user.id);
        const allAcceptedCredentialIds = (factors.result.passkeys as Passkey[]).map(({ credentialId }) => credentialId);
        const displayName = `${user.firstName} ${user.lastName}`;
        await PublicKeyCredential.signalAllAcceptedCredentials({ rpId, userId, allAcceptedCredentialIds });
        await PublicKeyCredential.signalCurrentUserDetails?.({ rpId, userId, name: user.email, displayName });
      } catch {
        // The password manager keeps what it has.
      }
    },
  };
}
