import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { decode, type JwtPayload, sign } from 'jsonwebtoken';
import type { Gatehouse } from './gatehouse';

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const hourAgo = Math.floor(Date.now() / 1000) - 3600;

/** Makes tokens from a real one that no verifier may accept. */
export class Forger {
  constructor(
    private readonly gatehouse: Pick<Gatehouse, 'services'>,
    readonly token: string,
  ) {}

  /** A token with the claims of the real one, except `changes`, signed with the real key, except `key`. */
  forged(changes: object, header: object = {}, key?: KeyObject): string {
    const { kid, privateKey } = this.gatehouse.services.keys.signingKey();
    const claims = JSON.parse(JSON.stringify({ ...(decode(this.token) as JwtPayload), ...changes }));
    return sign(claims, key ?? privateKey, {
      algorithm: 'ES256',
      // With a time, this option would remove it.
      noTimestamp: claims.iat === undefined,
      header: { alg: 'ES256', typ: 'at+jwt', kid, ...header },
    });
  }

  /** `alg: HS256` with the public key as the secret: a library that lets the token choose its algorithm accepts it. */
  signedWithPublicKey(): string {
    const { kid, privateKey } = this.gatehouse.services.keys.signingKey();
    const pem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' });
    const content = `${encoded({ alg: 'HS256', typ: 'at+jwt', kid })}.${this.token.split('.')[1]}`;
    return `${content}.${createHmac('sha256', pem).update(content).digest('base64url')}`;
  }

  unsigned(): string {
    return `${encoded({ ...decode(this.token, { complete: true })?.header, alg: 'none' })}.${this.token.split('.')[1]}.`;
  }
}

/** Tokens that every verifier rejects. */
export const forgeries: [string, (forger: Forger) => string][] = [
  ['of another audience', (forger) => forger.forged({ aud: 'https://other.example.com' })],
  ['of another issuer', (forger) => forger.forged({ iss: 'https://other.example.com' })],
  ['that has expired', (forger) => forger.forged({ iat: hourAgo - 3600, exp: hourAgo })],
  ['that another key signed', (forger) => forger.forged({}, {}, stranger.privateKey)],
  [
    'with the key of its own header',
    (forger) => forger.forged({}, { jwk: stranger.publicKey.export({ format: 'jwk' }) }, stranger.privateKey),
  ],
  ['that the public key signed', (forger) => forger.signedWithPublicKey()],
  ['without a signature', (forger) => forger.unsigned()],
  ['of an unknown key', (forger) => forger.forged({}, { kid: 'unknown' }, stranger.privateKey)],
];
