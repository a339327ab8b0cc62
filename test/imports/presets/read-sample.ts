import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Preset, PresetLine, PresetOptions } from '../../../src/features/imports/presets/preset';
import { defaultFirebaseParameters, type PresetName } from '../../../src/features/imports/presets/preset';
import { createPreset } from '../../../src/features/imports/presets/presets';
import { ProviderNames } from '../../../src/features/imports/provider-names';

/**
 * Every password of the samples is this one, unless a test says another one. Where the samples are from:
 *
 * - django.json: `manage.py dumpdata auth.user` of Django 3.2.25, which hashed the passwords. The hash of the user scrypt is
 *   from Python's hashlib in the form of Django 4.0.
 * - supabase.ndjson, devise.ndjson: `select row_to_json(u)` of PostgreSQL 15 on the columns of supabase/auth and of Devise's
 *   generator; `identities` has rows of auth.identities. The hashes are from the libraries bcrypt of Python and of Ruby, and from
 *   the reference library of argon2.
 * - wordpress.ndjson: JSON_OBJECT of MariaDB 10.11 on the columns of WordPress 6.8. The hashes are from PHP 8.2, passlib and
 *   Python's hashlib.
 * - firebase.json: the form of accountExporter.ts in firebase/firebase-tools. The hash of the first user is the test vector of
 *   https://github.com/firebase/scrypt, the second is from Python's hashlib and openssl.
 * - keycloak.json: the form of a realm that Keycloak 26 exported. The hashes are from Python's hashlib and the reference
 *   library of argon2.
 * - auth0.ndjson: the examples of Auth0's documentation for both of its exports, with hashes of Python's bcrypt.
 */
export const samplePassword = 'correct horse battery';

export const sampleFiles = {
  firebase: 'firebase.json',
  auth0: 'auth0.ndjson',
  supabase: 'supabase.ndjson',
  keycloak: 'keycloak.json',
  django: 'django.json',
  wordpress: 'wordpress.ndjson',
  devise: 'devise.ndjson',
} as const satisfies Record<PresetName, string>;

export const samplePath = (name: PresetName): string => path.join(__dirname, 'samples', sampleFiles[name]);

export function presetWith(name: PresetName, options: Partial<PresetOptions> = {}): Preset {
  const clock = () => new Date('2026-11-22T08:00:00Z');
  const providers = new ProviderNames([]);
  const defaults = { withoutPasswords: false, firebase: defaultFirebaseParameters, realm: null, providers };
  return createPreset(name, { ...defaults, ...options }, clock);
}

export async function allOf(lines: AsyncIterable<PresetLine>): Promise<PresetLine[]> {
  const all: PresetLine[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

export const readSample = (name: PresetName, options?: Partial<PresetOptions>): Promise<PresetLine[]> =>
  allOf(presetWith(name, options).read(createReadStream(samplePath(name))));

/** Reads a text as if it were a file, in chunks of some bytes. */
export async function readText(name: PresetName, text: string | Buffer, chunkBytes = 64 * 1024): Promise<PresetLine[]> {
  return allOf(presetWith(name).read(chunksOf(text, chunkBytes)));
}

export async function* chunksOf(text: string | Buffer, chunkBytes: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}
