import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock';
import { AppError } from '../errors';
import type { User } from '../users/user';
import type { UserStore } from '../users/user.store';
import type { AccessTokens } from './access-token';
import { parseLoginInput, parseRegisterInput } from './auth.inputs';
import type { PasswordHasher } from './password';

export interface Login {
  /** The access token. */
  jwt: string;
  /** As it was before this login: `lastLoginTs` is the previous one's. */
  user: User;
  issuedAt: Date;
}

/** Registration and login: what both doors open onto. Inputs are taken as they came and checked here. */
export class AuthService {
  constructor(
    private readonly users: UserStore,
    private readonly passwords: PasswordHasher,
    private readonly accessTokens: AccessTokens,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `VALIDATION_FAILED`, `EMAIL_TAKEN`, `SERVICE_UNAVAILABLE` */
  async register(input: unknown): Promise<User> {
    const { email, password, firstName, lastName, tel } = parseRegisterInput(input);
    const user = await this.users.insert({
      email: email.given,
      emailCanonical: email.canonical,
      passwordHash: await this.passwords.hash(password),
      firstName,
      lastName,
      tel,
      createdTs: this.clock(),
    });
    if (!user) throw new AppError('EMAIL_TAKEN');
    return user;
  }

  /**
   * An unknown address costs what a wrong password costs (ASVS 5.0, 6.3.8).
   * @throws AppError `VALIDATION_FAILED`, `INVALID_CREDENTIALS`, `ACCOUNT_DISABLED`, `SERVICE_UNAVAILABLE`
   */
  async login(input: unknown): Promise<Login> {
    const { email, password } = parseLoginInput(input);
    const found = await this.users.findCredentials(email.canonical);
    const matches = await this.passwords.verify(found?.passwordHash ?? null, password);
    if (!found || !matches) throw new AppError('INVALID_CREDENTIALS');

    const { user, passwordHash } = found;
    if (user.disabled) throw new AppError('ACCOUNT_DISABLED');
    if (this.passwords.isOutdated(passwordHash)) {
      await this.users.upgradePasswordHash(user.id, passwordHash, await this.passwords.hash(password));
    }

    const issuedAt = this.clock();
    const jwt = this.accessTokens.issue({ userId: user.id, sessionId: randomUUID() }, issuedAt);
    if (!(await this.users.recordLogin(user.id, issuedAt))) throw new AppError('ACCOUNT_DISABLED');
    return { jwt, user, issuedAt };
  }
}
