import type { ProviderAccount } from '../../accounts/users/identity';
import { legacyPassword } from '../../accounts/users/legacy-password';
import type { UserClaims } from '../../accounts/users/user-claims';
import type { UserClaimsStore } from '../../accounts/users/user-claims.store';
import type { FieldValues } from '../../accounts/users/user-field';
import type { UserFieldsStore } from '../../accounts/users/user-fields.store';
import { userActions } from '../../accounts/users/users.audit';
import type { AuditStore } from '../../platform/audit/audit.store';
import { type AuditDetails, successEvent } from '../../platform/audit/audit-event';
import type { Clock } from '../../platform/runtime/clock';
import { escapeControls } from '../../platform/runtime/json-text';
import type { AccountStore, ExportedAccount } from './account.store';
import type { ImportEnd } from './import-outcome';

const pageAccounts = 500;

interface ExportOptions {
  withHashes: boolean;
}

/** Writes accounts as lines of an import file. */
export class UserExport {
  /** Increases while the lines are read. */
  exported = 0;
  /** The number of deleted accounts that are not erased yet. They are not exported. */
  deleted = 0;

  constructor(
    private readonly stores: {
      accounts: Pick<AccountStore, 'page'>;
      userClaims: Pick<UserClaimsStore, 'between'>;
      userFields: Pick<UserFieldsStore, 'between'>;
      audit: Pick<AuditStore, 'insert'>;
    },
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the text of the file, in parts. An event is recorded before the first part, because an export that is killed
   * has given accounts away, too. The second event has their number.
   */
  async *parts({ withHashes }: ExportOptions): AsyncGenerator<string> {
    await this.audit({ withHashes, ended: 'started' });
    let ended: ImportEnd = 'stopped';
    try {
      yield* this.pages(withHashes);
      ended = 'complete';
    } catch (error) {
      ended = 'failed';
      throw error;
    } finally {
      await this.audit({ withHashes, ended, accounts: this.exported });
    }
  }

  private async *pages(withHashes: boolean): AsyncGenerator<string> {
    const hashes = withHashes ? 'with hashes' : 'without hashes';
    let after: string | null = null;
    for (;;) {
      const page: ExportedAccount[] = await this.stores.accounts.page(after, pageAccounts, hashes);
      const [first, last] = [page.at(0), page.at(-1)];
      if (!first || !last) return;
      const claims = await this.stores.userClaims.between(first.user.id, last.user.id);
      const fields = await this.stores.userFields.between(first.user.id, last.user.id);
      after = last.user.id;
      const kept = page.filter(({ isDeleted }) => !isDeleted);
      this.exported += kept.length;
      this.deleted += page.length - kept.length;
      if (kept.length > 0)
        yield kept
          .map((account) => {
            const { id } = account.user;
            return lineOf(account, { claims: claims.get(id), fields: fields.get(id) }, withHashes);
          })
          .join('');
    }
  }

  private async audit(details: AuditDetails): Promise<void> {
    await this.stores.audit.insert([successEvent(userActions.users_exported, this.clock(), null, { details })]);
  }
}

function lineOf(
  { user, locale, passwordHash, identities, memberships }: ExportedAccount,
  { claims, fields }: { claims: UserClaims | undefined; fields: FieldValues | undefined },
  withHashes: boolean,
): string {
  const line = {
    id: user.id,
    email: user.email,
    email_verified: user.emailVerified,
    first_name: user.firstName,
    last_name: user.lastName,
    tel: user.tel,
    tel_verified: user.telVerified,
    disabled: user.disabled,
    is_super_admin: user.isSuperAdmin,
    roles: user.roles,
    company: user.company,
    company_id_number: user.companyIdNumber,
    company_id_url: user.companyIdUrl,
    created_ts: user.createdTs,
    updated_ts: user.updatedTs,
    last_login_ts: user.lastLoginTs,
    locale,
    ...(claims && { claims }),
    ...(fields && { fields }),
    ...(identities.length > 0 && { identities: identities.map(toEntry) }),
    ...(memberships.length > 0 && { organizations: memberships }),
  };
  const password = passwordHash === legacyPassword ? 'legacy' : passwordHash;
  return `${escapeControls(JSON.stringify(withHashes ? { ...line, password } : line))}\n`;
}

const toEntry = ({ provider, issuer, subject, email }: ProviderAccount) => ({ provider, issuer, subject, email });
