import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import { AppError } from '../../platform/errors/app-error';
import type { EmailAddress } from '../../platform/request/email-address';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { uuidv7 } from '../../platform/runtime/uuid';
import { type Identity, mostIdentities, type ProviderAccount } from './identity';
import type { IdentityStore } from './identity.store';
import { rolesOf } from './role';
import type { UserStore } from './user.store';
import type { UserClaims } from './user-claims';
import { fieldsOfNewUser } from './user-field-changes';
import type { FieldChanges, UserFields } from './user-fields';
import { userActions } from './users.audit';
import type { WayInMailStores, WayInMails } from './way-in-mails';

/** The stores of a transaction that connects an account at a provider. */
export interface ConnectionStores extends WayInMailStores {
  identities: IdentityStore;
  audit: Pick<AuditStore, 'insert'>;
}

/** The stores of a transaction that creates an account for it. */
export interface ProviderRegistrationStores extends ConnectionStores {
  users: Pick<UserStore, 'insert' | 'findRecipientById'>;
}

/** A person who registers with a provider, whose address is proved. */
interface NewPerson {
  address: EmailAddress;
  firstName: string;
  lastName: string;
  roles: readonly string[];
  claims: UserClaims;
  /** Beside the defaults. */
  fields: FieldChanges;
}

/** Connects accounts at providers. The callers have checked who asks for it. */
export class IdentityConnector {
  constructor(
    private readonly mails: WayInMails,
    private readonly userFields: Pick<UserFields, 'defaults'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Connects with an account that exists, whose row the caller has locked. Does nothing if they are connected already.
   * @throws AppError `CONFLICT` if another account is connected with it, or the account has too many
   */
  async connect(
    tx: ConnectionStores,
    { userId, sessionId = null }: { userId: string; sessionId?: string | null },
    account: ProviderAccount,
    context: RequestContext,
  ): Promise<Identity> {
    const own = await tx.identities.list(userId);
    const known = own.find(({ issuer, subject }) => issuer === account.issuer && subject === account.subject);
    if (known) return known;
    if (own.length >= mostIdentities) throw tooMany();
    const identity = this.identityOf(userId, account);
    if (!(await tx.identities.insert(identity))) throw takenIdentity();
    const details = { provider: account.provider };
    await tx.audit.insert([
      successEvent(userActions.identity_linked, identity.createdTs, context, { userId, sessionId, details }),
    ]);
    const { createdTs: addedTs } = identity;
    await this.mails.write(tx, { userId, wayIn: 'identity', addedTs }, context.locale);
    return identity;
  }

  /** Creates an account that has the identity alone. Returns null if another request was faster. */
  async register(
    tx: ProviderRegistrationStores,
    { address, firstName, lastName, roles, claims, fields }: NewPerson,
    account: ProviderAccount,
    context: RequestContext,
  ): Promise<Identity | null> {
    const createdTs = this.clock();
    const newUser = {
      id: uuidv7(createdTs),
      email: address.given,
      emailCanonical: address.canonical,
      passwordHash: null,
      firstName,
      lastName,
      tel: null,
      isSuperAdmin: false,
      roles,
      claims,
      emailVerified: true,
      createdTs,
      locale: context.locale,
      // A provider cannot ask for fields: those without a default stay empty, unless the hook sets them.
      fields: fieldsOfNewUser(this.userFields, fields),
    };
    const { id: userId } = newUser;
    const details = { method: account.provider, ...rolesOf(newUser) };
    if (
      !(await tx.users.insert(newUser, successEvent(userActions.registered, createdTs, context, { userId, details })))
    )
      return null;
    const identity = this.identityOf(userId, account);
    // Thrown, so that the transaction is rolled back.
    if (!(await tx.identities.insert(identity))) throw takenIdentity();
    return identity;
  }

  private identityOf(userId: string, { provider, issuer, subject, email }: ProviderAccount): Identity {
    const createdTs = this.clock();
    const id = uuidv7(createdTs);
    return { id, userId, provider, issuer, subject, email, createdTs, lastUsedTs: null };
  }
}

const takenIdentity = () =>
  new AppError('CONFLICT', { msg: 'This account at the provider is connected with another account.' });
const tooMany = () => new AppError('CONFLICT', { msg: `An account can have at most ${mostIdentities} identities.` });
