import { invalidField } from '../../platform/errors/app-error';
import type { RequestContext } from '../../platform/request/request-context';
import type { BreachedPasswords } from './breached-passwords';
import type { CommonPasswords } from './common-passwords';
import { consistsOfWords, type PasswordOwner, wordsOf, wordsOfOwner } from './own-words';

/** The lists that a password can be on. */
export const passwordLists = ['common', 'own_words', 'breached'] as const;
type PasswordList = (typeof passwordLists)[number];

/** How a user registers. */
export type RegistrationPath = 'api' | 'page';

const listed = 'is on a list of passwords that are tried first';

/**
 * Which new passwords are rejected, because attackers try them first (ASVS 5.0, 6.2.4, 6.2.11 and 6.2.12). A password must
 * be checked before it is hashed. The result depends on the password and its owner alone, and never on whether an account
 * exists.
 */
export class PasswordPolicy {
  readonly rejected: Record<PasswordList, number> = { common: 0, own_words: 0, breached: 0 };
  private readonly words: readonly string[];

  constructor(
    /** Null if the setting `COMMON_PASSWORDS` is off. */
    private readonly common: CommonPasswords | null,
    /** The name of the product, and further words that passwords must not consist of. */
    words: readonly string[],
    /** Null if the setting `BREACHED_PASSWORDS` is off. */
    private readonly breached: BreachedPasswords | null,
    /** Whether a registration through the APIs rejects common passwords, too. The specification accepts them. */
    private readonly coversApis: boolean,
  ) {
    this.words = wordsOf(words);
  }

  /** Whether there is any list to compare passwords with. */
  get isOn(): boolean {
    return this.common !== null || this.breached !== null;
  }

  /**
   * Rejects a password that is common or consists of own words. Takes microseconds, so it needs no limit.
   * @throws AppError `VALIDATION_FAILED`
   */
  rejectCommon(password: string, owner: PasswordOwner): void {
    const list = this.findCommon(password, owner);
    if (list) this.reject(list);
  }

  /** As `rejectCommon`, for a user who registers. @throws AppError `VALIDATION_FAILED` */
  rejectCommonAtRegistration(password: string, owner: PasswordOwner, through: RegistrationPath): void {
    if (through === 'page' || this.coversApis) this.rejectCommon(password, owner);
  }

  /**
   * Rejects a stolen password. This can be a request to another service, so the limits must have counted the request
   * before.
   * @throws AppError `VALIDATION_FAILED`
   */
  async rejectBreached(password: string, { timings }: Pick<RequestContext, 'timings'>): Promise<void> {
    const { breached } = this;
    if (breached && (await timings.measure('breaches', () => breached.includes(password)))) this.reject('breached');
  }

  /** Returns the list that a password of an account is on, or null. */
  async findList(password: string, owner: PasswordOwner): Promise<PasswordList | null> {
    return this.findCommon(password, owner) ?? ((await this.breached?.includes(password)) ? 'breached' : null);
  }

  private findCommon(password: string, owner: PasswordOwner): 'common' | 'own_words' | null {
    if (!this.common) return null;
    if (this.common.includes(password)) return 'common';
    return consistsOfWords(password, [...this.words, ...wordsOfOwner(owner)]) ? 'own_words' : null;
  }

  private reject(list: PasswordList): never {
    this.rejected[list] += 1;
    throw invalidField('password', listed, list);
  }
}
