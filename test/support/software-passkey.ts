import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  type KeyPairKeyObjectResult,
  randomBytes,
  sign,
} from 'node:crypto';

type Cbor = number | string | Uint8Array | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

/** Encodes the types of CBOR (RFC 8949) that authenticators use. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, member]) => [cbor(name), cbor(member)])]);
  return Buffer.concat([head(4, (value as readonly Cbor[]).length), ...(value as readonly Cbor[]).map(cbor)]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

export type Algorithm = 'EdDSA' | 'ES256' | 'RS256';

const fromJwk = (part: string | undefined) => Buffer.from(part ?? '', 'base64url');

const keyTypes: Readonly<
  Record<Algorithm, { generate(): KeyPairKeyObjectResult; cose(key: KeyObject): Cbor; digest: string | null }>
> = {
  EdDSA: {
    generate: () => generateKeyPairSync('ed25519'),
    cose: (key) =>
      new Map<number, Cbor>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, fromJwk(key.export({ format: 'jwk' }).x)],
      ]),
    digest: null,
  },
  ES256: {
    generate: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    cose(key) {
      const { x, y } = key.export({ format: 'jwk' });
      return new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, fromJwk(x)],
        [-3, fromJwk(y)],
      ]);
    },
    digest: 'sha256',
  },
  RS256: {
    generate: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    cose(key) {
      const { n, e } = key.export({ format: 'jwk' });
      return new Map<number, Cbor>([
        [1, 3],
        [3, -257],
        [-1, fromJwk(n)],
        [-2, fromJwk(e)],
      ]);
    },
    digest: 'sha256',
  },
};

/** Where and how an authenticator answers. The defaults are right for a server with `PUBLIC_URL=https://id.example.com`. */
export interface Ceremony {
  origin: string;
  rpId: string;
  /** Whether the user is present. */
  up: boolean;
  /** Whether the authenticator verifies the user. */
  uv: boolean;
  /** Whether the passkey can be synchronized. */
  synced: boolean;
  signCount: number;
  aaguid: string;
  transports: readonly string[];
  userHandle: string | null;
  /** Changes what the browser has signed. */
  clientData: Record<string, unknown>;
  attestation: { fmt: string; attStmt: ReadonlyMap<string, Cbor> };
}

const byDefault: Ceremony = {
  origin: 'https://id.example.com',
  rpId: 'id.example.com',
  up: true,
  uv: true,
  synced: true,
  signCount: 0,
  aaguid: '00000000-0000-0000-0000-000000000000',
  transports: ['internal', 'hybrid'],
  userHandle: null,
  clientData: {},
  attestation: { fmt: 'none', attStmt: new Map() },
};

interface Options {
  challenge: string;
  user?: { id: string };
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const flags = { up: 1, uv: 4, be: 8, bs: 16, at: 64 } as const;

/**
 * A passkey in software, which answers like a browser with an authenticator. A test can also let it
 * answer for a wrong origin, or without the user.
 */
export class SoftwarePasskey {
  readonly id = base64url(randomBytes(20));
  private readonly keys: KeyPairKeyObjectResult;
  private userHandle = '';

  constructor(
    private readonly algorithm: Algorithm = 'ES256',
    private readonly ceremony: Partial<Ceremony> = {},
  ) {
    this.keys = keyTypes[algorithm].generate();
  }

  /** Returns another passkey of the same browser. */
  another(): SoftwarePasskey {
    return new SoftwarePasskey(this.algorithm, this.ceremony);
  }

  /** Answers `navigator.credentials.create`. */
  create(options: object, changes: Partial<Ceremony> = {}) {
    const { challenge, user } = options as Options;
    const ceremony = { ...byDefault, ...this.ceremony, ...changes };
    this.userHandle = user?.id ?? '';
    const id = Buffer.from(this.id, 'base64url');
    const authData = Buffer.concat([
      authenticatorData(ceremony, flags.at),
      Buffer.from(ceremony.aaguid.replaceAll('-', ''), 'hex'),
      Buffer.from([id.length >> 8, id.length & 255]),
      id,
      cbor(keyTypes[this.algorithm].cose(this.keys.publicKey)),
    ]);
    const { fmt, attStmt } = ceremony.attestation;
    const attestationObject = base64url(
      cbor(
        new Map<string, Cbor>([
          ['fmt', fmt],
          ['attStmt', attStmt],
          ['authData', authData],
        ]),
      ),
    );
    const clientDataJSON = base64url(clientData('webauthn.create', challenge, ceremony));
    const { transports } = ceremony;
    return this.responseOf({ clientDataJSON, attestationObject, transports });
  }

  /** Answers `navigator.credentials.get`. */
  get(options: object, changes: Partial<Ceremony> = {}) {
    const { challenge } = options as Options;
    const ceremony = { ...byDefault, ...this.ceremony, ...changes };
    const authData = authenticatorData(ceremony, 0);
    const data = clientData('webauthn.get', challenge, ceremony);
    const key = createPrivateKey(this.keys.privateKey.export({ format: 'pem', type: 'pkcs8' }));
    const signature = sign(keyTypes[this.algorithm].digest, Buffer.concat([authData, sha256(data)]), key);
    return this.responseOf({
      clientDataJSON: base64url(data),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
      userHandle: ceremony.userHandle ?? this.userHandle,
    });
  }

  /** Browsers add members that Gatehouse ignores. */
  private responseOf<Response extends object>(response: Response) {
    const { id } = this;
    const others = { clientExtensionResults: {}, authenticatorAttachment: 'platform' };
    return { id, rawId: id, type: 'public-key', response, ...others };
  }
}

function clientData(type: string, challenge: string, { origin, clientData: changes }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...changes }));
}

function authenticatorData({ rpId, up, uv, synced, signCount }: Ceremony, more: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(signCount);
  const bits = (up ? flags.up : 0) | (uv ? flags.uv : 0) | (synced ? flags.be | flags.bs : 0) | more;
  return Buffer.concat([sha256(rpId), Buffer.from([bits]), count]);
}
