import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { sign } from 'jsonwebtoken';
import { freePort } from './support';

/** An OpenID provider that vouches for no address. It is asked once, for its metadata and its keys. */
export interface BenchProvider {
  env: Record<string, string>;
  /** An ID token of the person with this address. */
  idTokenOf(email: string): string;
}

const kid = 'bench';
const clientId = 'gatehouse';

export async function startProvider(): Promise<BenchProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] };
  const server = createServer(({ url }, res) => {
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify(url === '/jwks' ? jwks : metadata));
  });
  // The process ends without closing it.
  server.listen(port, '127.0.0.1').unref();
  return {
    env: {
      PROVIDERS: 'bench',
      PROVIDER_BENCH_ISSUER: issuer,
      PROVIDER_BENCH_CLIENT_ID: clientId,
      PROVIDER_BENCH_CLIENT_SECRET: 'unused',
    },
    idTokenOf(email) {
      const person = { sub: email, email, email_verified: false, given_name: 'Ada', family_name: 'Lovelace' };
      const options = { algorithm: 'RS256', keyid: kid, issuer, audience: clientId, expiresIn: 600 } as const;
      return sign({ ...person, nonce: 'n', jti: randomUUID() }, privateKey, options);
    },
  };
}
