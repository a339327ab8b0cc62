import { Secret, TOTP } from 'otpauth';
import type { Api } from './apis';
import type { Gatehouse } from './gatehouse';
import { verifyAddress } from './verified-address';

/** An authenticator app of an independent implementation. Each call of `next` returns the code of a later step. */
export class Authenticator {
  private readonly totp: TOTP;
  private lastMs = 0;

  constructor(secret: string) {
    this.totp = new TOTP({ secret: Secret.fromBase32(secret) });
  }

  /** Returns a code that was not returned before, and moves a stopped clock to its time. */
  next(): string {
    this.lastMs = Math.max(Date.now(), this.lastMs + 30_000);
    if (this.lastMs > Date.now()) jest.setSystemTime(this.lastMs);
    return this.at(this.lastMs);
  }

  /** Returns a code that the application does not show at this time, a minute before or a minute after. */
  wrong(): string {
    const shown = [-60, -30, 0, 30, 60].map((seconds) => this.at(Date.now() + 1000 * seconds));
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !shown.includes(code)) ?? '';
  }

  /** Returns the code that the application shows at this time. */
  at(timestamp: number): string {
    return this.totp.generate({ timestamp });
  }
}

export interface PersonWithTotp {
  email: string;
  password: string;
  authenticator: Authenticator;
  recoveryCodes: string[];
  /** The access token with which the application was added. It has no second factor. */
  jwt: string;
  /** The access token that its first code has raised. */
  raised: string;
}

/**
 * Waits until the code of the previous step stays valid for five more seconds. Then a test can use three codes, one after
 * the other, without waiting for the clock: of the previous, this and the next step.
 */
export async function untilThreeCodes(): Promise<void> {
  const leftMs = () => 30_000 - (Date.now() % 30_000);
  // A timer can fire a millisecond before the clock says so, which would still be the end of this step.
  while (leftMs() < 5_000) await new Promise((resolve) => setTimeout(resolve, leftMs() + 1));
}

let people = 0;

/** Registers a user with a verified address, who then adds an authenticator app. The clock must be stopped. */
export async function withTotp(api: Api, gatehouse: Pick<Gatehouse, 'url' | 'sql'>): Promise<PersonWithTotp> {
  people += 1;
  const credentials = { email: `second.${people}@example.com`, password: 'correct horse battery' };
  await api.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
  await verifyAddress(gatehouse, credentials.email);
  const { jwt } = await api.login(gatehouse.url, credentials);
  const enrolled = await api.enrollTotp(gatehouse.url, { currentPassword: credentials.password }, jwt);
  const authenticator = new Authenticator(String(enrolled.secret));
  const { recoveryCodes, jwt: raised } = await api.confirmTotp(gatehouse.url, { code: authenticator.next() }, jwt);
  if (jwt === null || raised === null || recoveryCodes === null) throw new Error('the application was not added');
  return { ...credentials, authenticator, recoveryCodes, jwt, raised };
}
