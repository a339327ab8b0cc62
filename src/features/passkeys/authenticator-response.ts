import { createHash } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  VerifiedAuthenticationResponse,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { type DeviceType, type Passkey, type Transport, toBytes, transports } from '../../accounts/factors/passkey';
import type { PasskeyAssertion, PasskeyRegistration } from '../../accounts/factors/passkey.inputs';
import { AppError } from '../../platform/errors/app-error';
import type { RejectionReason } from '../../platform/errors/rejection-reason';
import { passkeyReasons } from './passkeys.reasons';
import type { RelyingParty } from './relying-party';

/** What the browser has signed together with the authenticator (WebAuthn, section 5.8.1). */
export interface ClientData {
  challenge: string;
  origin: string;
}

/** The credential that an authenticator has made. */
type NewCredential = Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'signCount' | 'aaguid' | 'deviceType' | 'backedUp' | 'automatic' | 'transports'
>;

/** What an authenticator has signed with a passkey. */
interface VerifiedAssertion {
  signCount: number;
  backedUp: boolean;
}

/** EdDSA, ES256 and RS256 (RFC 9053 and 8812), in the order of preference. */
export const algorithms = [-8, -7, -257] as const;

/** One error for every reason, so that guessing reveals nothing. The audit has the reason. */
export const passkeyRejected = (reason: RejectionReason): AppError =>
  new AppError('INVALID_TOKEN', { msg: 'The passkey was not accepted. Try again, or use another way.', reason });

const clientDataSchema = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
});

/**
 * Reads what the browser has signed. The page must be the top page: no page of another origin may show it in a frame.
 * @throws AppError `INVALID_TOKEN`
 */
export function readClientData(
  response: PasskeyAssertion | PasskeyRegistration,
  ceremony: 'create' | 'get',
  { origins }: RelyingParty,
): ClientData {
  const parsed = clientDataSchema.safeParse(jsonOf(response.response.clientDataJSON));
  if (!parsed.success || parsed.data.type !== `webauthn.${ceremony}`)
    throw passkeyRejected(passkeyReasons['malformed passkey']);
  const { challenge, origin, crossOrigin = false } = parsed.data;
  if (!origins.includes(origin) || crossOrigin) throw passkeyRejected(passkeyReasons['wrong origin']);
  return { challenge, origin };
}

function jsonOf(base64url: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64url, 'base64url').toString());
  } catch {
    return null;
  }
}

/** Loaded by the first ceremony: its 290 modules take 20 MB, and many installations use no passkeys. */
const library = () => require('@simplewebauthn/server') as typeof import('@simplewebauthn/server');
const helpers = () => require('@simplewebauthn/server/helpers') as typeof import('@simplewebauthn/server/helpers');

/**
 * Verifies the response of an authenticator that has made a passkey. `readClientData` comes first. A passkey that the browser
 * has added by itself comes without its user, who was neither present nor verified (WebAuthn Level 3, section 7.1, step 15).
 * @throws AppError `INVALID_TOKEN`
 */
export async function verifyRegistration(
  { id, rawId, type, response }: PasskeyRegistration,
  { challenge, origin }: ClientData,
  relyingParty: RelyingParty,
  { automatic }: Pick<Passkey, 'automatic'>,
): Promise<NewCredential> {
  const { attestationObject, rejection } = withoutAttestation(
    response.attestationObject,
    relyingParty.id,
    automatic ? 0 : userVerified,
  );
  if (rejection) throw passkeyRejected(rejection);
  const { verified, registrationInfo: made } = await library()
    .verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON: response.clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingParty.id,
      requireUserPresence: !automatic,
      requireUserVerification: !automatic,
      supportedAlgorithmIDs: [...algorithms],
    })
    .catch((): VerifiedRegistrationResponse => notVerified);
  if (!verified || !made || made.credential.id !== id) throw passkeyRejected(passkeyReasons['malformed passkey']);
  return {
    credentialId: toBytes(id),
    publicKey: Uint8Array.from(made.credential.publicKey),
    signCount: made.credential.counter,
    aaguid: made.aaguid,
    deviceType: made.credentialDeviceType satisfies DeviceType,
    backedUp: made.credentialBackedUp,
    automatic,
    transports: transports.filter((one): one is Transport => response.transports?.includes(one) === true),
  };
}

const notVerified: VerifiedRegistrationResponse = { verified: false };

/**
 * Removes the attestation statement. The options ask for none, and a statement could name certificate lists that the
 * library would then fetch.
 */
function withoutAttestation(
  base64url: string,
  rpId: string,
  flags: number,
): { attestationObject: string; rejection: RejectionReason | null } {
  try {
    const { decodeAttestationObject, isoCBOR, isoBase64URL } = helpers();
    const authData = decodeAttestationObject(toBytes(base64url)).get('authData');
    const none = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(none as Parameters<typeof isoCBOR.encode>[0]));
    return { attestationObject, rejection: problemOf(authData, rpId, flags) };
  } catch {
    return { attestationObject: '', rejection: passkeyReasons['malformed passkey'] };
  }
}

/** The relying party and the flags, which are checked first so that the audit has the reason. */
function problemOf(authenticatorData: Uint8Array, rpId: string, required: number): RejectionReason | null {
  const [hash, flags] = [authenticatorData.subarray(0, 32), authenticatorData[32]];
  if (flags === undefined) return passkeyReasons['malformed passkey'];
  if (!createHash('sha256').update(rpId).digest().equals(hash)) return passkeyReasons['wrong relying party'];
  return (flags & required) === required ? null : passkeyReasons['unverified user'];
}

/** WebAuthn, section 6.1. */
const userVerified = 0b100;

/**
 * Verifies what an authenticator has signed with a passkey. `readClientData` comes first.
 * @throws AppError `INVALID_TOKEN`
 */
export async function verifyAssertion(
  { id, rawId, type, response }: PasskeyAssertion,
  { challenge, origin }: ClientData,
  { credentialId, publicKey, signCount, deviceType }: Passkey,
  relyingParty: RelyingParty,
): Promise<VerifiedAssertion> {
  const rejection = problemOf(toBytes(response.authenticatorData), relyingParty.id, userVerified);
  if (rejection) throw passkeyRejected(rejection);
  const { clientDataJSON, authenticatorData, signature } = response;
  const json: AuthenticationResponseJSON = {
    id,
    rawId,
    type,
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature },
  };
  const result = await library()
    .verifyAuthenticationResponse({
      response: json,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      // The library rejects a count that stays the same, and counts of synchronized passkeys: see below.
      credential: { id: Buffer.from(credentialId).toString('base64url'), publicKey, counter: 0 },
    })
    .catch((): Pick<VerifiedAuthenticationResponse, 'verified'> => ({ verified: false }));
  if (!('authenticationInfo' in result) || !result.verified)
    throw passkeyRejected(passkeyReasons['wrong signature of the passkey']);
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  if (isCopied(deviceType, signCount, newCounter)) throw passkeyRejected(passkeyReasons['sign count not increased']);
  return { signCount: newCounter, backedUp: credentialBackedUp };
}

/**
 * WebAuthn, section 7.2, step 22. A synchronized passkey may count on each device, or not at all (w3c/webauthn#2382).
 */
const isCopied = (deviceType: DeviceType, before: number, after: number): boolean =>
  deviceType === 'singleDevice' && before > 0 && after <= before;
