import type { ImportLine } from '../import-lines';
import type { ProviderNames } from '../provider-names';

/**
 * Reads the file that another service exports, and maps each of its records to a line of the import format. The memory
 * that this takes does not depend on the size of the file.
 */
export interface Preset {
  readonly name: PresetName;
  /**
   * Reads the bytes of the file. A record that must not become an account is a line with a problem. The import checks
   * the other lines like those of a file in its own format.
   * @throws UnreadableExportError where the file is not what the service exports, or ends too early. The lines before
   * that place are right.
   */
  read(source: AsyncIterable<Buffer>): AsyncIterable<PresetLine>;
}

export const presetNames = ['firebase', 'auth0', 'supabase', 'keycloak', 'django', 'wordpress', 'devise'] as const;
export type PresetName = (typeof presetNames)[number];

/** A line of the import format, with the line of the file on which its record begins. */
export type PresetLine = ImportLine & {
  /**
   * The position of the record in the array of a JSON document, from 1: the document can be one long line. Null in a
   * file with one record in each line.
   */
  element: number | null;
  /** What the service calls the providers of identities that the line does not have. Only of a preset. */
  leftOutIdentities?: readonly string[];
};

/** What the export does not contain, so that the operator states it. */
export interface PresetOptions {
  /** Import accounts without passwords, for example because their hashes need a pepper. */
  readonly withoutPasswords: boolean;
  readonly firebase: FirebaseParameters;
  /** The realm of Keycloak whose users are read. Null: that of the file. */
  readonly realm: string | null;
  /** Which provider has which issuer. */
  readonly providers: ProviderNames;
}

/** The password hash parameters of a Firebase project, as the Firebase console shows them. */
export interface FirebaseParameters {
  /** `rounds`: 8 in most projects. */
  readonly rounds: number;
  /** `mem_cost`: 14 in most projects. */
  readonly memCost: number;
  /** `base64_salt_separator`: `Bw==` in most projects. */
  readonly saltSeparator: string;
  /**
   * `base64_signer_key`. It is only compared with the key in a hash that Supabase imported from Firebase. Null: it is
   * not known.
   */
  readonly signerKey: string | null;
}

export const defaultFirebaseParameters: FirebaseParameters = {
  rounds: 8,
  memCost: 14,
  saltSeparator: 'Bw==',
  signerKey: null,
};

/** The file is not an export of that service, or is not whole. The message names the place, and no content. */
export class UnreadableExportError extends Error {
  override readonly name = 'UnreadableExportError';
}

/** @param met what the file is or has, and should not */
export const wrongContent = (met: string, content: string): UnreadableExportError =>
  new UnreadableExportError(`The file ${met}. It must contain ${content}.`);

/** The record must not become an account. The message continues "the record …", and contains nothing of the record. */
export class UnusableRecordError extends Error {
  override readonly name = 'UnusableRecordError';
}

export type Fields = Readonly<Record<string, unknown>>;

/** An account at a provider, as an export has it. */
export interface ExportedIdentity {
  /** What the service calls the provider. */
  name: string;
  /** The id that the provider would have in Gatehouse. Null: the identity cannot be imported. */
  provider: string | null;
  /** Only if it can be another one than that of the provider. */
  issuer?: string;
  subject: unknown;
  email: unknown;
}

export interface MappingContext {
  readonly firebase: FirebaseParameters;
  readonly providers: ProviderNames;
  readonly now: Date;
}

/** How the records of one service become lines of the import format. */
export interface ExportFormat {
  /** The name of the array of records in a JSON object. Null: one record in each line, or an array of records. */
  readonly array: string | null;
  /** The name of the member beside the array that tells several such objects apart, in a file that is an array of them. */
  readonly group?: string;
  /** What the file must contain, for an error message. */
  readonly content: string;
  /** Returns the line without the password. Wrong types are passed on: the import rejects them. @throws UnusableRecordError */
  toLine(record: Fields, context: MappingContext): Fields;
  /** Returns the field `password` of the line. @throws UnusableRecordError */
  toPassword(record: Fields, context: MappingContext): unknown;
  /** Returns the accounts at providers with which the user signs in. @throws UnusableRecordError */
  toIdentities?(record: Fields, context: MappingContext): readonly ExportedIdentity[];
}
