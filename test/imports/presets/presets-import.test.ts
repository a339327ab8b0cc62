import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PresetName, presetNames } from '../../../src/features/imports/presets/preset';
import { apis } from '../../support/apis';
import { createInstallation, type Installation } from '../../support/cli';
import { sampleFiles, samplePassword, samplePath } from './read-sample';

/** The signer key of the project of the samples. */
const signerKey = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==';

/** The options of each import, what the command reports, and the error of a login with the right password. */
const imports: Record<PresetName, { args?: string[]; leftOut: string[]; logins: Record<string, string | null> }> = {
  firebase: {
    args: ['--missing-name', '-'],
    leftOut: ['record 4 (line 46): line has no e-mail address', 'record 5 (line 53): line has no e-mail address'],
    logins: { user1: null, ada: 'ACCOUNT_DISABLED', grace: 'INVALID_CREDENTIALS' },
  },
  auth0: {
    args: ['--missing-name', '-'],
    leftOut: ['line 6: line has no e-mail address'],
    logins: { ada: null, nameless: 'INVALID_CREDENTIALS', grace: 'INVALID_CREDENTIALS', hash: null, euclid: null },
  },
  supabase: {
    args: ['--missing-name', '-'],
    leftOut: [
      'line 6: line is an anonymous user',
      'line 7: line is a deleted user',
      'line 8: line has no e-mail address',
    ],
    logins: {
      ada: null,
      argon2: 'ACCOUNT_DISABLED',
      firebase: null,
      grace: 'INVALID_CREDENTIALS',
      sso: 'INVALID_CREDENTIALS',
    },
  },
  keycloak: {
    leftOut: [
      'record 7 (line 200): line is the service account of a client',
      'record 8 (line 217): line has no e-mail address',
      'record 10 (line 274): line has a password in a form that Gatehouse does not know',
    ],
    logins: {
      argon2: null,
      pbkdf2sha256: 'ACCOUNT_DISABLED',
      pbkdf2sha512: null,
      pbkdf2: null,
      ldap: 'INVALID_CREDENTIALS',
      social: 'INVALID_CREDENTIALS',
      mustchange: 'INVALID_CREDENTIALS',
    },
  },
  django: {
    leftOut: [
      'record 10 (line 1): is_super_admin is true: only the command imports super admins, with --allow-admins',
      'record 13 (line 1): line has no e-mail address',
      'record 14 (line 1): first_name is required; last_name is required',
      'record 15 (line 1): line has a password in a form that Gatehouse does not know',
    ],
    logins: {
      pbkdf2: null,
      pbkdf2sha1: null,
      argon2: null,
      bcryptsha256: null,
      bcrypt: null,
      sha1: null,
      md5: null,
      unsaltedmd5: null,
      unsaltedsha1: null,
      inactive: 'ACCOUNT_DISABLED',
      unusable: 'INVALID_CREDENTIALS',
      scrypt: null,
    },
  },
  wordpress: {
    args: ['--missing-name', '-'],
    leftOut: ['line 5: line has no e-mail address', 'line 7: line is a deleted user'],
    logins: {
      ada: null,
      phpass: null,
      php: null,
      md5: null,
      spammer: 'ACCOUNT_DISABLED',
      nopassword: 'INVALID_CREDENTIALS',
    },
  },
  devise: {
    args: ['--missing-name', '-'],
    leftOut: ['line 4: line is a deleted user', 'line 5: line has no e-mail address'],
    logins: { ada: null, locked: 'ACCOUNT_DISABLED', omniauth: 'INVALID_CREDENTIALS' },
  },
};

const otherPasswords: Record<string, string> = {
  'user1@firebase.example.com': 'user1password',
  // Shorter than Gatehouse accepts for a new password, and than Keycloak's 14 characters in a hash.
  'pbkdf2@keycloak.example.com': 'short pw',
};

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-presets-'));
let installation: Installation;
beforeEach(async () => {
  installation = await createInstallation();
});
afterEach(() => installation.remove());
afterAll(() => rmSync(folder, { recursive: true }));

/** The sample with addresses of its own, so that one database can have the users of all services. */
function writeSample(name: PresetName): string {
  const file = path.join(folder, sampleFiles[name]);
  writeFileSync(file, readFileSync(samplePath(name), 'utf8').replaceAll('@example.com', `@${name}.example.com`));
  return file;
}

test('users of other services sign in with their passwords', async () => {
  for (const name of presetNames) {
    const { args = [], leftOut, logins } = imports[name];
    const { code, out, err } = await installation.run(
      ['import', 'users', writeSample(name), '--preset', name, '--yes', '--json', ...args],
      '',
      { IMPORT_FIREBASE_SIGNER: signerKey },
    );
    expect({ name, code, err }).toEqual({ name, code: 3, err: `${leftOut.join('\n')}\n` });
    expect(JSON.parse(out)).toMatchObject({ imported: Object.keys(logins).length, rejected: leftOut.length });
  }
  // Ids that are not UUIDs are the same in each import.
  const again = await installation.run([
    'import',
    'users',
    writeSample('devise'),
    '--preset',
    'devise',
    '--yes',
    '--json',
    '--missing-name',
    '-',
  ]);
  expect(JSON.parse(again.out)).toMatchObject({ imported: 0, alreadyThere: 3, conflicts: 0 });

  const gatehouse = await installation.serve({ LOGIN_PASSWORD_RULE: 'any' });
  try {
    for (const [nameAt, name] of presetNames.entries()) {
      for (const [at, [user, error]] of Object.entries(imports[name].logins).entries()) {
        const email = `${user}@${name}.example.com`;
        const password = otherPasswords[email] ?? samplePassword;
        // The first login changes the hash, so each API gets half of the first logins.
        const order = (nameAt + at) % 2 === 0 ? apis : apis.toReversed();
        // Each request computes a hash that takes long, so only the first user of a service also has a wrong password.
        const used = error === null ? order : order.slice(0, 1);
        const tries = used.map((api) => ({ api, given: password, code: error }));
        if (at === 0) tries.unshift({ api: order[1] ?? apis[0], given: `${password}x`, code: 'INVALID_CREDENTIALS' });
        for (const { api, given, code } of tries) {
          const answer = await api.login(gatehouse.url, { email, password: given });
          expect([email, answer.code]).toEqual([email, code]);
        }
      }
    }
  } finally {
    await gatehouse.stop();
  }
});

test('an import without passwords adds the users that were rejected for their passwords', async () => {
  const args = ['import', 'users', writeSample('django'), '--preset', 'django', '--yes', '--json'];
  const first = await installation.run(args);
  expect(JSON.parse(first.out)).toMatchObject({ imported: 12, alreadyThere: 0, rejected: 4 });
  const { out } = await installation.run([...args, '--without-passwords', '--allow-admins', '--missing-name', '-']);
  expect(JSON.parse(out)).toMatchObject({ imported: 3, alreadyThere: 12, rejected: 1 });
});

test('a file that is not whole ends the import with its place', async () => {
  const file = writeSample('firebase');
  const text = readFileSync(file, 'utf8').replaceAll('firebase.example.com', 'whole.example.com');
  writeFileSync(file, text.slice(0, text.lastIndexOf('localId')));
  const args = ['import', 'users', file, '--preset', 'firebase', '--without-passwords', '--missing-name', '-', '--yes'];
  const { code, err } = await installation.run(args);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/The file is not whole: it ends at line 54, byte 4\./),
  });
  writeFileSync(file, 'localId,email\n1,ada@example.com\n');
  const other = await installation.run(args);
  expect(other).toMatchObject({
    code: 1,
    err: expect.stringContaining('The file is not JSON. It must contain a JSON object with the array "users"'),
  });
});
