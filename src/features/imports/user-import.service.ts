import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ImportedPassword,
  type ImportedPasswordHasher,
  UnusablePasswordError,
} from '../../accounts/passwords/imported-password';
import type { TokenClaims } from '../../accounts/tokens/token-claims';
import { mostMembers } from '../../accounts/users/organization';
import type { TelNumbers } from '../../accounts/users/tel-numbers';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError, type FieldProblem } from '../../platform/errors/app-error';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { uuidv7 } from '../../platform/runtime/uuid';
import type { AccountKey, AccountRow, AccountStore, IdentityRow, MembershipRow } from './account.store';
import { type ImportCounts, type ImportEnd, type LeftOutLine, noCounts } from './import-outcome';
import type { ImportPlace, ImportRecord } from './import-record';
import { identityKey } from './imported-identities.inputs';
import type { ImportedUser } from './imported-user';
import { createLineParser, type ImportRules, type ParsedLine, wholeLine } from './imported-user.inputs';
import { importActions } from './imports.audit';
import { noPassword, passwordFormatOf } from './password-format';
import { SeenValues } from './seen-values';

export interface ImportOptions extends Omit<ImportRules, 'now'> {
  /** Checks all lines, also against the database, and writes nothing. */
  dryRun: boolean;
  /** Whether fast digests are hashed again, which takes about 20 ms of a core each. Otherwise, their lines are rejected. */
  takesFastDigests: boolean;
  /** Rejects lines whose claims would be too large for a token. */
  tokenClaims: Pick<TokenClaims, 'problemOf'>;
  telNumbers: Pick<TelNumbers, 'e164Of'>;
  /** `skip` leaves a line with a conflict out. `fail` ends the import before the batch of the first conflict. */
  onConflict: 'skip' | 'fail';
}

interface ImportResult {
  ended: ImportEnd;
  /** The error, if the import has failed. */
  error?: unknown;
}

/** Rows of one statement. */
const batchLines = 500;
/** A batch with fast hashes is smaller, so that a signal ends it soon: each takes about 20 ms of a core. */
const mostFastHashes = 50;
/** Batches that are in the database while the next lines are checked. */
const mostInFlight = 3;
const retryAfterMs = 1000;
const mostTries = 5;

/** A line of a batch. */
type Entry = ImportPlace &
  (
    | { problems: readonly FieldProblem[] }
    | { user: ImportedUser; id: string; leftOutTimes: readonly string[]; leftOutIdentities: readonly string[] }
  );
type UserEntry = Extract<Entry, { user: ImportedUser }>;
interface NewAccount {
  row: AccountRow;
  identities: readonly IdentityRow[];
  memberships: readonly MembershipRow[];
}
type Outcome = 'imported' | 'already there' | { outcome: LeftOutLine['outcome']; error: FieldProblem };
/** A batch and the outcomes of its users. A user without an outcome was not reached. */
interface SettledBatch {
  batch: readonly Entry[];
  outcomes: ReadonlyMap<Entry, Outcome>;
}

/**
 * Imports a file. Each batch is one statement, or one transaction if it has identities, so no account is stored in part,
 * and an import that was killed can be started again with the same file: the ids and the addresses decide which lines are
 * there already.
 */
export class UserImport {
  /** Changes while `run` works. */
  readonly counts: ImportCounts = noCounts();
  private readonly seen = new SeenValues();
  /** How many members each organization can still have, by its slug. */
  private readonly room = new Map<string, number>();
  private readonly parse: (record: unknown) => ParsedLine;
  private readonly now: Date;
  private isStopped = false;

  constructor(
    private readonly stores: {
      accounts: Pick<AccountStore, 'findKeys' | 'findIdentityOwners' | 'findOrganizations' | 'insertMany'>;
      audit: Pick<AuditStore, 'insert'>;
      transaction: Transact<{
        accounts: Pick<AccountStore, 'insertMany' | 'insertIdentities' | 'insertMemberships' | 'removeMany'>;
      }>;
    },
    private readonly passwords: Pick<ImportedPasswordHasher, 'store'>,
    private readonly options: ImportOptions,
    /** Gets each line that becomes no account, in the order of the file. */
    private readonly onLeftOut: (line: LeftOutLine) => void,
    private readonly clock: Clock,
  ) {
    this.now = clock();
    this.parse = createLineParser({ ...options, now: this.now });
  }

  /**
   * Ends after the batches in flight if the signal is aborted. Does not throw: the result has the error. `by` is null for a
   * command.
   */
  async run(
    records: AsyncIterable<ImportRecord>,
    signal: AbortSignal,
    by: RequestContext | null = null,
  ): Promise<ImportResult> {
    const result = await this.importAll(records, signal);
    if (this.options.dryRun) return result;
    const { imported, alreadyThere, conflicts, rejected } = this.counts;
    const details = { imported, alreadyThere, conflicts, rejected, ended: result.ended };
    try {
      await this.stores.audit.insert([successEvent(importActions.users_imported, this.clock(), by, { details })]);
      return result;
    } catch (error) {
      // If the database is away, the first error says why.
      return { ended: 'failed', error: result.error ?? error };
    }
  }

  private async importAll(records: AsyncIterable<ImportRecord>, signal: AbortSignal): Promise<ImportResult> {
    const inFlight: Promise<SettledBatch | null>[] = [];
    const failures: unknown[] = [];
    const fail = (error: unknown): null => {
      failures.push(error);
      return null;
    };
    const finish = async (most: number) => {
      while (inFlight.length > most) {
        const settled = await inFlight.shift();
        try {
          if (settled) this.record(settled);
        } catch (error) {
          fail(error);
        }
      }
    };
    const endsAtConflict = () => this.options.onConflict === 'fail' && this.counts.conflicts > 0;
    try {
      for await (const batch of this.batches(records, signal)) {
        inFlight.push(this.settle(batch).catch(fail));
        await finish(this.options.onConflict === 'fail' ? 0 : mostInFlight - 1);
        if (failures.length > 0 || endsAtConflict()) break;
      }
    } catch (error) {
      fail(error);
    }
    await finish(0);
    if (failures.length > 0) return { ended: 'failed', error: failures[0] };
    if (endsAtConflict()) return { ended: 'conflict' };
    return { ended: this.isStopped ? 'stopped' : 'complete' };
  }

  private async *batches(
    records: AsyncIterable<ImportRecord>,
    signal: AbortSignal,
  ): AsyncGenerator<readonly Entry[], void, void> {
    let batch: Entry[] = [];
    let fastHashes = 0;
    let failure: { error: unknown } | null = null;
    try {
      for await (const record of records) {
        if (signal.aborted) break;
        const entry = this.check(record);
        batch.push(entry);
        if ('user' in entry && isFastHash(entry.user.password)) fastHashes += 1;
        if (batch.length < batchLines && fastHashes < mostFastHashes) continue;
        yield batch;
        batch = [];
        fastHashes = 0;
      }
    } catch (error) {
      failure = { error };
    }
    this.isStopped = signal.aborted;
    // A source that the signal closes fails, too.
    if (this.isStopped) return;
    if (batch.length > 0) yield batch;
    if (failure) throw failure.error;
  }

  private check(found: ImportRecord): Entry {
    const place = { line: found.line, element: found.element };
    if ('problem' in found) return { ...place, problems: [{ field: wholeLine, msg: found.problem }] };
    const parsed = this.parse(found.record);
    if ('problems' in parsed) return { ...place, problems: parsed.problems };
    const { user, leftOutTimes } = parsed;
    if (isFastHash(user.password) && !this.options.takesFastDigests) return { ...place, problems: [fastDigest] };
    const id = user.id ?? randomUUID();
    const cause = Object.keys(user.claims).length > 0 ? 'claims' : 'fields';
    const tooLarge = this.options.tokenClaims.problemOf({ ...user, id }, [cause]);
    const problems = tooLarge ? [tooLarge] : this.repetitionsOf(user, place);
    if (problems.length > 0) return { ...place, problems };
    return { ...place, user, id, leftOutTimes, leftOutIdentities: found.leftOutIdentities ?? [] };
  }

  /** The first line with an id, an address or an identity counts. */
  private repetitionsOf(user: ImportedUser, { line, element }: ImportPlace): FieldProblem[] {
    const values = [
      { field: 'email', value: user.emailCanonical },
      ...(user.id === null ? [] : [{ field: 'id', value: user.id }]),
      ...user.identities.map((identity) => ({ field: 'identities', value: identityKey(identity) })),
    ];
    const earlier = values.flatMap(({ field, value }) => {
      const number = this.seen.find(value);
      return number === null ? [] : [{ field, msg: `is also in ${element === null ? 'line' : 'record'} ${number}` }];
    });
    if (earlier.length === 0) for (const { value } of values) this.seen.add(value, element ?? line);
    return earlier;
  }

  private async settle(batch: readonly Entry[]): Promise<SettledBatch> {
    const users = batch.filter((entry) => 'user' in entry);
    const outcomes = new Map<Entry, Outcome>();
    // Before fast hashes are hashed again, so that an import that is started again skips them quickly, and before members are
    // counted.
    const asksFirst =
      this.options.dryRun ||
      this.options.onConflict === 'fail' ||
      users.some(({ user }) => isFastHash(user.password) || user.organizations.length > 0);
    if (asksFirst) await this.findExisting(users, outcomes);
    const found = [...outcomes.values()];
    if (this.options.onConflict === 'fail' && found.some((outcome) => typeof outcome === 'object')) {
      return { batch, outcomes };
    }
    const fresh = users.filter((entry) => !outcomes.has(entry));
    await this.findOrganizations(fresh, outcomes);
    const hashed = await this.hash(
      fresh.filter((entry) => !outcomes.has(entry)),
      outcomes,
    );
    const inserted = this.options.dryRun ? new Set(hashed.map(({ row }) => row.id)) : await this.insert(hashed);
    for (const entry of fresh) if (inserted.has(entry.id)) outcomes.set(entry, 'imported');
    const others = users.filter((entry) => !outcomes.has(entry));
    await this.findExisting(others, outcomes);
    for (const entry of others) if (!outcomes.has(entry)) outcomes.set(entry, changedMeanwhile);
    return { batch, outcomes };
  }

  /** Adds the outcomes of the lines whose id, address or identities an account has. */
  private async findExisting(users: readonly UserEntry[], outcomes: Map<Entry, Outcome>): Promise<void> {
    if (users.length === 0) return;
    const ids = users.map(({ id }) => id);
    const addresses = users.map(({ user }) => user.emailCanonical);
    const keys = await this.stores.accounts.findKeys(ids, addresses);
    const byId = new Map(keys.map((key) => [key.id, key]));
    const byAddress = new Map(keys.map((key) => [key.emailCanonical, key]));
    const owners = await this.findOwners(users);
    for (const entry of users) {
      const [owner] = entry.user.identities.flatMap((identity) => owners.get(identityKey(identity)) ?? []);
      const outcome = existingOutcome(entry, byId.get(entry.id), byAddress.get(entry.user.emailCanonical), owner);
      if (outcome) outcomes.set(entry, outcome);
    }
  }

  /** Returns the ids of the accounts that have identities of the users, by identity. */
  private async findOwners(users: readonly UserEntry[]): Promise<Map<string, string>> {
    const identities = users.flatMap(({ user }) => user.identities);
    if (identities.length === 0) return new Map();
    const owners = await this.stores.accounts.findIdentityOwners(identities);
    return new Map(owners.map((owner) => [identityKey(owner), owner.userId]));
  }

  /** Adds the outcomes of the lines with an organization that does not exist, or is full. */
  private async findOrganizations(users: readonly UserEntry[], outcomes: Map<Entry, Outcome>): Promise<void> {
    const slugs = new Set(users.flatMap(({ user }) => user.organizations.map(({ slug }) => slug)));
    const unknown = [...slugs].filter((slug) => !this.room.has(slug));
    const found = unknown.length > 0 ? await this.stores.accounts.findOrganizations(unknown) : [];
    for (const { slug, members } of found) if (!this.room.has(slug)) this.room.set(slug, mostMembers - members);
    for (const entry of users) {
      const problem = this.problemOfOrganizations(entry.user);
      if (problem) outcomes.set(entry, { outcome: 'rejected', error: { field: 'organizations', msg: problem } });
    }
  }

  private problemOfOrganizations({ organizations }: ImportedUser): string | null {
    const rooms = organizations.map(({ slug }) => this.room.get(slug));
    const missing = rooms.indexOf(undefined);
    if (missing !== -1) return `entry ${missing + 1}: there is no organization with this slug`;
    const full = rooms.indexOf(0);
    if (full !== -1) return `entry ${full + 1}: the organization has ${mostMembers} members`;
    for (const { slug } of organizations) this.room.set(slug, (this.room.get(slug) ?? 0) - 1);
    return null;
  }

  /** Returns the rows of the users. Adds the outcomes of the lines whose password cannot be stored. */
  private async hash(users: readonly UserEntry[], outcomes: Map<Entry, Outcome>): Promise<NewAccount[]> {
    const rows = await Promise.all(
      users.map(async (entry) => {
        const { password } = entry.user;
        try {
          const isHashed = password !== null && !(this.options.dryRun && isFastHash(password));
          const passwordHash = isHashed ? await this.passwords.store(password) : null;
          const { tel, telVerified } = entry.user;
          const telE164 = telVerified ? this.options.telNumbers.e164Of(tel) : null;
          const row = toRow(entry, { passwordHash, telE164 }, this.now);
          return [{ row, identities: toIdentityRows(entry, this.now), memberships: toMembershipRows(entry, this.now) }];
        } catch (error) {
          if (!(error instanceof UnusablePasswordError)) throw error;
          outcomes.set(entry, { outcome: 'rejected', error: { field: 'password', msg: error.message } });
          return [];
        }
      }),
    );
    return rows.flat();
  }

  private async insert(accounts: readonly NewAccount[]): Promise<ReadonlySet<string>> {
    return new Set(await this.insertSome(accounts, mostTries));
  }

  /** If the database is busy or starts again, tries again after a second with half as many accounts. */
  private async insertSome(accounts: readonly NewAccount[], tries: number): Promise<string[]> {
    if (accounts.length === 0) return [];
    try {
      return await this.insertAll(accounts);
    } catch (error) {
      const isTemporary = error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE';
      if (!isTemporary || tries === 1) throw error;
    }
    await delay(retryAfterMs);
    const half = Math.ceil(accounts.length / 2);
    const first = await this.insertSome(accounts.slice(0, half), tries - 1);
    return first.concat(await this.insertSome(accounts.slice(half), tries - 1));
  }

  /** Returns the ids of the new accounts. An account one of whose identities is taken is left out. */
  private async insertAll(accounts: readonly NewAccount[]): Promise<string[]> {
    const rows = accounts.map(({ row }) => row);
    const identities = accounts.flatMap((account) => account.identities);
    const memberships = accounts.flatMap((account) => account.memberships);
    if (identities.length === 0 && memberships.length === 0) return this.stores.accounts.insertMany(rows);
    return this.stores.transaction(null, async (tx) => {
      const inserted = new Set(await tx.accounts.insertMany(rows));
      const wanted = identities.filter(({ userId }) => inserted.has(userId));
      const added = new Set(wanted.length > 0 ? await tx.accounts.insertIdentities(wanted) : []);
      const incomplete = new Set(wanted.filter(({ id }) => !added.has(id)).map(({ userId }) => userId));
      if (incomplete.size > 0) await tx.accounts.removeMany([...incomplete]);
      for (const id of incomplete) inserted.delete(id);
      const ofInserted = memberships.filter(({ userId }) => inserted.has(userId));
      if (ofInserted.length > 0) await tx.accounts.insertMemberships(ofInserted);
      return [...inserted];
    });
  }

  private record({ batch, outcomes }: SettledBatch): void {
    for (const entry of batch) {
      if ('problems' in entry) this.leaveOut(entry, 'rejected', entry.problems);
      else this.recordUser(entry, outcomes.get(entry));
    }
  }

  private recordUser(entry: UserEntry, outcome: Outcome | undefined): void {
    if (outcome === undefined) return;
    if (typeof outcome === 'object') {
      this.leaveOut(entry, outcome.outcome, [outcome.error]);
      return;
    }
    this.counts.lines += 1;
    if (outcome === 'imported') this.countImported(entry);
    else this.counts.alreadyThere += 1;
  }

  private leaveOut(
    { line, element }: ImportPlace,
    outcome: LeftOutLine['outcome'],
    errors: readonly FieldProblem[],
  ): void {
    this.counts.lines += 1;
    if (outcome === 'rejected') this.counts.rejected += 1;
    else this.counts.conflicts += 1;
    this.onLeftOut({ line, element, outcome, errors });
  }

  private countImported({ user: { password, identities }, leftOutTimes, leftOutIdentities }: UserEntry): void {
    const format = password === null ? noPassword : passwordFormatOf(password);
    this.counts.imported += 1;
    this.counts.passwords[format] = (this.counts.passwords[format] ?? 0) + 1;
    if (isFastHash(password)) this.counts.fastHashes += 1;
    this.counts.identities += identities.length;
    for (const field of leftOutTimes) this.counts.leftOutTimes[field] = (this.counts.leftOutTimes[field] ?? 0) + 1;
    for (const provider of leftOutIdentities) {
      this.counts.leftOutIdentities[provider] = (this.counts.leftOutIdentities[provider] ?? 0) + 1;
    }
  }
}

const fastDigest = { field: 'password', msg: 'is a fast digest (MD5, SHA, HMAC), which only the command imports' };
const conflict = (field: string, msg: string): Outcome => ({ outcome: 'conflict', error: { field, msg } });
const changedMeanwhile = conflict(wholeLine, 'has an account that changed during the import');

/** Returns null if no account has the id, the address or one of the identities. */
function existingOutcome(
  { user, id }: UserEntry,
  byId: AccountKey | undefined,
  byAddress: AccountKey | undefined,
  owner: string | undefined,
): Outcome | null {
  // The random id of a line without one exists if the statement succeeded, but its answer was lost.
  if (byId?.emailCanonical === user.emailCanonical) return user.id === null ? 'imported' : 'already there';
  if (byAddress && user.id === null) return 'already there';
  if (byAddress) return conflict('email', `is the address of the account ${byAddress.id}`);
  if (byId) return conflict('id', `is the account ${id}, which has another address`);
  return owner === undefined ? null : conflict('identities', `contains an identity of the account ${owner}`);
}

const isFastHash = (password: ImportedPassword | null): boolean => password?.kind === 'digest';

function toRow({ user, id }: UserEntry, more: Pick<AccountRow, 'passwordHash' | 'telE164'>, now: Date): AccountRow {
  return {
    id,
    email: user.email,
    emailCanonical: user.emailCanonical,
    ...more,
    firstName: user.firstName,
    lastName: user.lastName,
    tel: user.tel,
    company: user.company,
    companyIdNumber: user.companyIdNumber,
    companyIdUrl: user.companyIdUrl,
    isSuperAdmin: user.isSuperAdmin,
    roles: user.roles,
    disabled: user.disabled,
    emailVerified: user.emailVerified,
    telVerified: user.telVerified,
    createdTs: user.createdTs ?? now,
    updatedTs: user.updatedTs,
    lastLoginTs: user.lastLoginTs,
    locale: user.locale,
    claims: user.claims,
    fields: user.fields,
  };
}

const toIdentityRows = ({ user, id: userId }: UserEntry, now: Date): IdentityRow[] =>
  user.identities.map(({ provider, issuer, subject, email }) => {
    // Without a time of its own, so that the ids have the order of the line.
    const id = uuidv7();
    return { id, userId, provider, issuer, subject, email, createdTs: now };
  });

const toMembershipRows = ({ user, id: userId }: UserEntry, createdTs: Date): MembershipRow[] =>
  user.organizations.map(({ slug, roles }) => ({ slug, userId, roles, createdTs }));
