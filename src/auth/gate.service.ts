import type { Client } from '../client';
import { accessTokenRejected } from '../errors';
import type { UserStore } from '../users/user.store';
import type { Principal } from './access-token';
import type { Authenticator } from './authenticator';
import { parseEmailAddress } from './email';

export interface Admission extends Principal {
  /** With its domain in A-label form, so that it fits a header; null unless the setting asks for it. */
  email: string | null;
}

/** Tells a proxy whether a request is authentic. */
export class GateService {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly users: UserStore,
    private readonly settings: { tellEmail: boolean },
  ) {}

  /** Without a query to the database, unless the e-mail address is asked for. @throws AppError `UNAUTHENTICATED`, `SERVICE_UNAVAILABLE` */
  async admit(client: Client): Promise<Admission> {
    const principal = await this.authenticator.authenticate(client);
    return { ...principal, email: this.settings.tellEmail ? await this.emailOf(principal.userId, client) : null };
  }

  private async emailOf(userId: string, { trail }: Client): Promise<string> {
    const user = await trail.measure('database', () => this.users.findById(userId));
    if (!user) throw accessTokenRejected('no account');
    return parseEmailAddress(user.email)?.canonical ?? '';
  }
}
