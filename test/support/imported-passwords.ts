import { readStoredHash, type StoredHash } from '../../src/accounts/passwords/stored-hash';

/** A password as an import file has it, and the password of the user. */
export interface ImportedVector {
  name: string;
  imported: unknown;
  password: string;
  /** The first characters of what is stored: the format and its cost. */
  scheme: string;
}

const password = 'correct horse battery';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const salt = base64('saltsaltsaltsalt');

/** The example of https://github.com/firebase/scrypt, which is public. */
export const firebaseSigner =
  'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==';

const argon2 = '$argon2id$v=19$m=19456,t=2,p=1';
const wrapped = (digest: string) => `$wrapped-${digest}${argon2}`;

/** Hashes as texts of other libraries. */
export const hashTexts: readonly ImportedVector[] = (
  [
    ['$pbkdf2$1000$.//.c2FsdHNhbHRzYWx0$B9scic4u3Fiw9mNWguS/SU1zuMY', '$pbkdf2-sha1$i=1000'],
    ['$pbkdf2-sha256$1000$.//.c2FsdHNhbHRzYWx0$71O3DaqMarBHuJ0bKPS4yjHAbb9mc1JOT89nReluZDg', '$pbkdf2-sha256$i=1000'],
    [
      '$pbkdf2-sha512$1000$.//.c2FsdHNhbHRzYWx0$ze3pkGRoIRhIzNYHnL9JLRpXaF7cvJxTYE1V6p9Q9kz9gvrYlfH2FRJaB46OnR6QoBqCMzzjd0JAm4q4qf5wdQ',
      '$pbkdf2-sha512$i=1000',
    ],
    ['$pbkdf2$1212$OB.dtnSEXZK8U5cgxU/GYQ$y5LKPOplRmok7CZp/aqVDVg8zGI', '$pbkdf2-sha1$i=1212', 'password'],
    [
      '$pbkdf2-sha256$1212$4vjV83LKPjQzk31VI4E0Vw$hsYF68OiOUPdDZ1Fg.fJPeq1h/gXXY7acBp9/6c.tmQ',
      '$pbkdf2-sha256$i=1212',
      'password',
    ],
    ['$scrypt$ln=10,r=8,p=1$+//+c2FsdHNhbHRzYWx0$4O5WGboE/MequOYkM8G9lU2zzmeeE/EGIJrJKJd9Hcw', '$scrypt$ln=10,r=8,p=1'],
    [
      '$bcrypt-sha256$v=2,t=2b,r=4$abcdefghijklmnopqrstuu$sdaH9o5Z84fpZ4acDZMFsWtiWArL1yu',
      '$bcrypt-sha256$v=2,t=2b,r=4',
    ],
    ['$bcrypt-sha256$2b,4$abcdefghijklmnopqrstuu$PcJW9gpSyWo0G3kR5tHZDg/mYwrS9PS', '$bcrypt-sha256$2b,4'],
    [
      '$bcrypt-sha256$v=2,t=2b,r=5$5Hg1DKFqPE8C2aflZ5vVoe$wOK1VFFtS8IGTrGa7.h5fs0u84qyPbS',
      '$bcrypt-sha256$v=2,t=2b,r=5',
      'password',
    ],
    ['pbkdf2:sha1:1000$saltSalt$e61d2ef3fa6c8bd2eca48c29b616e9a573bbc5cd', '$pbkdf2-sha1$i=1000'],
    [
      'pbkdf2:sha256:1000$salt.Salt_-x$a00e269182923fd545564add4fac5eaa9b1892058d04576d33a9b1a55d6cc537',
      '$pbkdf2-sha256$i=1000',
    ],
    [
      'pbkdf2:sha512:1000$saltSalt$20f9c2f01c2f29ccfc86cb2c2353d22281052c5b6dbf15541c24025f85b889e9a71f4a85bc4683158efea1c8ea482d20358d2bed475a53c3951207b605a7fda7',
      '$pbkdf2-sha512$i=1000',
    ],
    [
      'scrypt:1024:8:1$saltSalt$0c6c40176f1165a8cfb08e5a9a905f45eaf0dd6a46a0d7c82ea2157e6816b4c5765957b8c91a9ca65deb05f1836db5071701eec1d4fdfc4e9bd7219b9e84bb79',
      '$scrypt$ln=10,r=8,p=1',
    ],
    ['sha256$saltSalt$da0de3dd9bdb7d1a60d59cca1eb7f6e5787c2bd5c8f4ee7b49620e6e5e46bb8d', wrapped('sha256')],
    [
      'sha384$saltSalt$6e00fc01d49a297035eb17f603ad73847217526b0033f27342e02968eebf792008b2c7f5df9894537ca6a99e6ee35a20',
      wrapped('sha384'),
    ],
    [
      'sha512$saltSalt$f45f4de5b5e9e3cb412245c28ce7b0605a45b13b6316e77458e2c9a412fe9262e128b2eae23d1b4b9bbb900b3561f0a123f0355a381e09e9fbe8ebb3109e695f',
      wrapped('sha512'),
    ],
    ['sha1$$98decc62ece399a22ed30d490ef333be7fde7385', wrapped('sha1')],
    ['pbkdf2_sha1$1000$seasalt$LPTbYn9/9ALjztx0Dtq5V+DLYLg=', '$pbkdf2-sha1$i=1000'],
    ['pbkdf2_sha256$1000$seasalt$DrdiWD40lyBuydnjvZiDrdQMx1S1mOA9O0QYex0R6ww=', '$pbkdf2-sha256$i=1000'],
    [
      'scrypt$1024$seasalt$8$1$fTwdYrxXK5/OG6iyAYN++CxTZgMb6MHXR6rhVXIgSHjQ7FiXuVEFz4EvVUsmygTk21KAcS7joGurlDlxzzruZA==',
      '$scrypt$ln=10,r=8,p=1',
    ],
    ['bcrypt$$2a$04$abcdefghijklmnopqrstuuqREtd3VJD2QVZbuFskFSLk6eRIrQoOS', '$2a$04'],
    ['bcrypt_sha256$$2b$04$abcdefghijklmnopqrstuuFABy..DpKi5eX.TjDW.8iDMNk/Tma6W', '$django-bcrypt-sha256$2b$04'],
    [
      'argon2$argon2id$v=19$m=1024,t=2,p=1$TW0wSVlkUG9aL1N5MlVtdQ$UN5NLrbkdP1vRkwfWO16mFMnY4+Sf8NI2vYQixv8KUE',
      '$argon2id$v=19$m=1024,t=2,p=1',
    ],
    ['{MD5}iOTd0kAtktUOGHnW7Nn/1A==', wrapped('md5')],
    ['{SMD5}9OL7ksaN98eYahm3NH6TJXNhbHRzYWx0', wrapped('md5')],
    ['{sha}mN7MYuzjmaIu0w1JDvMzvn/ec4U=', wrapped('sha1')],
    ['{SSHA}+zgJCcduvLFhD+Rk7/v3C0FqyKpzYWx0c2FsdA==', wrapped('sha1')],
    ['{SSHA256}DPX0hsx+ToYNct+PICc6u4kEWULjuq12UL+oDCUfd55zYWx0c2FsdA==', wrapped('sha256')],
    ['{SHA384}k53wsC79ptIyqGppP00J4fKOlJKHV7UGCIIhoE5jZ7O7oYDJ/FAOTfE90RmiYtL8', wrapped('sha384')],
    ['{SSHA384}G2LK9AFAJKRCeIINtc4adVHGWIyH6L+t45LMEW9cFIZZZCh5REKgMhtbHXg0NL/Tc2FsdHk=', wrapped('sha384')],
    [
      '{SSHA512}f/lFQskkl7PdMsTGJxHZq8LDt/l+UqRMm6/pj4pV7/xZkcOaKCgvQqp+KCeXc/Vd4RY6vEHWn4y0DnFcQ6wgyv9fyxk=',
      wrapped('sha512'),
      'password',
    ],
    ['{PBKDF2}1000$.//.c2FsdHNhbHRzYWx0$B9scic4u3Fiw9mNWguS/SU1zuMY', '$pbkdf2-sha1$i=1000'],
    [
      '{PBKDF2-SHA256}10000$henZGfPWw79Cs8ORDeVNrQ$1dTJy73v6n3bnTmTZFghxHXHLsAzKaAy8SksDfZBPIw',
      '$pbkdf2-sha256$i=10000',
      'password',
    ],
    [
      '{PBKDF2-SHA512}10000$Je1Uw19Bfv5lArzZ6V3EPw$g4T/1sqBUYWl9o93MVnyQ/8zKGSkPbKaXXsT8WmysXQJhWy8MRP2JFudSL.N9RklQYgDPxPjnfum/F2f/TrppA',
      '$pbkdf2-sha512$i=10000',
      'password',
    ],
    [
      '{CRYPT}$6$rounds=1000$saltstring$oAIkW2wT6q/.Re1iIA5Ip/ywtE0UC11Fdshqsdpza0IMGE6vtW66SJ4oVItZIfIoOXWd1IB9K/GDohAst972J1',
      '$6$rounds=1000',
    ],
    ['{BLF-CRYPT}$2y$04$TTTEa0Bj5rovSHTkf.4.mep8MdupM9WBi1N/.NVSMJNE5s4.4nKs.', '$2y$04'],
    ['{bcrypt}$2a$04$abcdefghijklmnopqrstuuqREtd3VJD2QVZbuFskFSLk6eRIrQoOS', '$2a$04'],
    [
      '{ARGON2}$argon2i$v=19$m=1024,t=2,p=1$THJ1cE1TdUdYdEpWdUIudg$bJCKCVx2ZoZHWyNIwDjyaIq1VYsZLoxZ1QbcsuB1aQA',
      '$argon2i$v=19$m=1024,t=2,p=1',
    ],
  ] as const
).map(([text, scheme, typed = password]) => ({
  name: `the text ${text.slice(0, 40)}`,
  imported: text,
  password: typed,
  scheme,
}));

/**
 * Made with other programs than Gatehouse:
 * - PHP 8.2: `php -r 'echo password_hash("correct horse battery", PASSWORD_BCRYPT, ["cost" => 4]);'`, and as much with
 *   PASSWORD_ARGON2ID and PASSWORD_ARGON2I, `["memory_cost" => 1024, "time_cost" => 2, "threads" => 1]`
 * - Apache: `htpasswd -nbB -C 4 ada 'correct horse battery'`
 * - OpenSSL 3.0: `openssl passwd -6 -salt saltstring 'correct horse battery'`, and `-5`
 * - Python 3.11 with libxcrypt: `crypt.crypt(password, "$2b$04$abcdefghijklmnopqrstuu")`
 * - Python 3.11: `hashlib.scrypt(password, salt=salt, n=1024, r=8, p=1, dklen=32)`, `hashlib.pbkdf2_hmac("sha256",
 *   password, salt, 1000)`, `hashlib.md5(b"salty" + password)`, `hmac.new(key, password, "sha256")`
 * - passlib 1.7.4 and Werkzeug 3.1.9: `pbkdf2_sha256.using(rounds=1000, salt=salt).hash(password)` and
 *   as much, `_hash_internal("pbkdf2:sha256:1000", "salt.Salt_-x", password)`, and `hmac.new(b"saltSalt", password, "sha256")`
 * - the published examples of passlib (passlib/tests), OpenLDAP (slapd-pw-pbkdf2(5)) and those of Openwall (phpass), Firebase, Django (tests/auth_tests/test_hashers.py) and Drepper (SHA-crypt)
 */
export const importedVectors: readonly ImportedVector[] = [
  {
    name: 'argon2id of PHP',
    imported: '$argon2id$v=19$m=1024,t=2,p=1$TW0wSVlkUG9aL1N5MlVtdQ$UN5NLrbkdP1vRkwfWO16mFMnY4+Sf8NI2vYQixv8KUE',
    password,
    scheme: '$argon2id$v=19$m=1024,t=2,p=1',
  },
  {
    name: 'argon2i of PHP',
    imported: {
      format: 'argon2',
      hash: '$argon2i$v=19$m=1024,t=2,p=1$THJ1cE1TdUdYdEpWdUIudg$bJCKCVx2ZoZHWyNIwDjyaIq1VYsZLoxZ1QbcsuB1aQA',
    },
    password,
    scheme: '$argon2i$v=19$m=1024,t=2,p=1',
  },
  {
    name: 'bcrypt of PHP, with 2y',
    imported: { format: 'bcrypt', hash: '$2y$04$y.HyGMCBkt8y8eKb6Po9QOTnqjS3WK6dx4E91fxXHROrUOqXZ68.W' },
    password,
    scheme: '$2y$04',
  },
  {
    name: 'bcrypt of htpasswd',
    imported: '$2y$04$TTTEa0Bj5rovSHTkf.4.mep8MdupM9WBi1N/.NVSMJNE5s4.4nKs.',
    password,
    scheme: '$2y$04',
  },
  {
    name: 'bcrypt of libxcrypt, with 2a',
    imported: '$2a$04$abcdefghijklmnopqrstuuqREtd3VJD2QVZbuFskFSLk6eRIrQoOS',
    password,
    scheme: '$2a$04',
  },
  {
    name: 'bcrypt of libxcrypt, with 2b and a password of 73 bytes',
    imported: '$2b$04$abcdefghijklmnopqrstuuNt.0ah97gHY3F7JC1Z6EXmQc0bQBhIO',
    password: `${'p'.repeat(72)}A`,
    scheme: '$2b$04',
  },
  {
    name: 'scrypt of Python',
    imported: {
      format: 'scrypt',
      n: 1024,
      r: 8,
      p: 1,
      salt,
      hash: 'fXnS5Awj6eMC+z1SbPBpyxEKbW7GHGyuCeVjw7IJSMI=',
    },
    password,
    scheme: '$scrypt$ln=10,r=8,p=1',
  },
  ...(
    [
      ['sha1', 'NcA2jyIs3HUlQRwFRhBCuXxEFJk='],
      ['sha256', 'Cf9xjlisAEzRbMZsosxST/5+wkpfUV6uoqiZkYtP6iQ='],
      ['sha512', 'lYhPheApeiwq3tKG8A+KHC4iQ8mmHXFAKab1ywrJ5QhG73jAKAyVeLsbqTYH/KNRnW0OYbntj3FPNcXf3GKcRg=='],
    ] as const
  ).map(([digest, hash]) => ({
    name: `PBKDF2 with ${digest} of Python`,
    imported: { format: 'pbkdf2', digest, iterations: 1000, salt, hash },
    password,
    scheme: `$pbkdf2-${digest}$i=1000`,
  })),
  {
    name: 'PBKDF2 with sha256 of Python, 64 bytes',
    imported: {
      format: 'pbkdf2',
      digest: 'sha256',
      iterations: 1000,
      salt,
      hash: 'Cf9xjlisAEzRbMZsosxST/5+wkpfUV6uoqiZkYtP6iQBPL3ac+2Cusr7kGHQ+mKRhS/IjvaEfumOfLN+FJfxaw==',
    },
    password,
    scheme: '$pbkdf2-sha256$i=1000,l=64',
  },
  {
    name: 'PBKDF2 of Django',
    imported: {
      format: 'pbkdf2',
      digest: 'sha256',
      iterations: 390_000,
      salt: base64('seasalt'),
      hash: '8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=',
    },
    password: 'lètmein',
    scheme: '$pbkdf2-sha256$i=390000',
  },
  {
    name: 'scrypt of Firebase',
    imported: {
      format: 'firebase-scrypt',
      salt: '42xEC+ixf3L2lw==',
      salt_separator: 'Bw==',
      hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
    },
    password: 'user1password',
    scheme: '$firebase-scrypt$ln=14,r=8,k=1',
  },
  {
    name: 'phpass of Openwall',
    imported: '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0',
    password: 'test12345',
    scheme: '$P$9',
  },
  {
    name: 'phpass of phpBB',
    imported: { format: 'phpass', hash: '$H$9abcdefghMFv4dm/.vhz.RfwdLQR1d.' },
    password,
    scheme: '$H$9',
  },
  {
    name: 'SHA-256-crypt of OpenSSL',
    imported: '$5$saltstring$Ei5pjI5XWclFQjLDfGOMwlNh9NsZierSPwLy2XgJds6',
    password,
    scheme: '$5',
  },
  {
    name: 'SHA-512-crypt of OpenSSL',
    imported: {
      format: 'sha-crypt',
      hash: '$6$saltstring$dBHc6z5hpSlx63LLGnlt2xpSGH7T2QL7PJTCjPwajfWh/K10OPeGyl0Oe5VoIANbBgC0gNnRFVE.3uO/lesxj/',
    },
    password,
    scheme: '$6',
  },
  {
    name: 'SHA-512-crypt of libxcrypt, with rounds',
    imported:
      '$6$rounds=10000$saltstringsaltst$uE6EVu7vNHgz2cavHnoXwlGGRr0Xug36WibfKTPzfCJAm0e121gunw4cUG/50IgcqQyFT.Huk5HZcDVlUSH0t0',
    password,
    scheme: '$6$rounds=10000',
  },
  {
    name: 'SHA-256-crypt of libxcrypt, with rounds',
    imported: '$5$rounds=1234$salt$O9qFkOQMoNo221DrRtcKSjK86Elr.f8Qw8i6Q6r4Fe1',
    password: 'pässwörd €',
    scheme: '$5$rounds=1234',
  },
  {
    name: 'SHA-512-crypt of Drepper',
    imported:
      '$6$rounds=77777$short$WuQyW2YR.hBNpjjRhpYD/ifIw05xdfeEyQoMxIXbkvr0gge1a1x3yRULJ5CCaUeOxFmtlcGZelFl5CxtgfiAc0',
    password: 'we have a short salt string but not a short password',
    scheme: '$6$rounds=77777',
  },
  {
    name: 'WordPress 6.8, made with PHP',
    imported: { format: 'wordpress-bcrypt', hash: '$wp$2y$04$.Czo9eZAEzT9Rmy4DXjMFuCgPKViq.rS1/yZxfIgjMr4Z8/sDm/PG' },
    password,
    scheme: '$wp$2y$04',
  },
  {
    name: 'WordPress 6.8, with a backslash before each quotation mark, made with PHP',
    imported: { format: 'wordpress-bcrypt', hash: '$wp$2y$04$NW6CoXQ6vO7u.PYQa4hoM.6Mv9jBps6ueHDH/MYcDmnSGCbKDkP9q' },
    password: 'it\'s a "horse" \\',
    scheme: '$wp$2y$04',
  },
  {
    name: 'WordPress before 6.8, with a backslash before each quotation mark, made with PHP',
    imported: { format: 'phpass', hash: '$P$9saltsalt0E.A2P6DkYEE8.X9CQfgA1' },
    password: 'it\'s a "horse" \\',
    scheme: '$P$9',
  },
  {
    name: 'bcrypt_sha256 of Django, made with libxcrypt',
    imported: {
      format: 'django-bcrypt-sha256',
      hash: 'bcrypt_sha256$$2b$04$abcdefghijklmnopqrstuuFABy..DpKi5eX.TjDW.8iDMNk/Tma6W',
    },
    password,
    scheme: '$django-bcrypt-sha256$2b$04',
  },
  ...(
    [
      ['md5', '88e4ddd2402d92d50e1879d6ecd9ffd4'],
      ['sha1', '98decc62ece399a22ed30d490ef333be7fde7385'],
      ['sha256', '9028ea0d15decaa35b2da21c0290af3b1a5ba0a30a591906f89b5074e209ea72'],
      [
        'sha512',
        'cef61e4e4eda7ba8a2feaa120617fcf7a513ad9204423b25e243b7d3f556f92853e95b156adaffdd9a27d0e50736ad6a6bbcc50ce8a9bd35162f7d799e89a521',
      ],
    ] as const
  ).map(([format, hash]) => ({
    name: `${format} of Python`,
    imported: { format, hash },
    password,
    scheme: `$wrapped-${format}${argon2}`,
  })),
  {
    name: 'md5 with a salt before the password, of Django',
    imported: {
      format: 'md5',
      hash: '3f86d0d3d465b7b458c231bf3555c0e3',
      salt: base64('seasalt'),
      salt_position: 'prefix',
    },
    password: 'lètmein',
    scheme: `$wrapped-md5${argon2}`,
  },
  {
    name: 'sha256 with a salt after the password, in base64, of Python',
    imported: {
      format: 'sha256',
      hash: '59nkecWxNNzpiMU1yRxa0arF3lK+aFzwhnwR0BaSvTM=',
      salt: base64('salty'),
      salt_position: 'suffix',
    },
    password,
    scheme: `$wrapped-sha256${argon2}`,
  },
  ...(
    [
      ['{SHA}mN7MYuzjmaIu0w1JDvMzvn/ec4U=', 'sha1'],
      ['{SSHA}AIbTtjgWoMsrpA9Xm9A92tir9uRzYWx0eQ==', 'sha1'],
      [
        '{SSHA512}Nb+9FAAPbgpDTEE4dFIQtT/Q0fWA+oosvjflzqV+RvxhoKsWZI15Jxtini72VWZwM2iczNxiLOISU57B3bBezXNhbHR5',
        'sha512',
      ],
    ] as const
  ).map(([hash, digest]) => ({
    name: `${hash.slice(0, hash.indexOf('}') + 1)} of Python`,
    imported: { format: 'ssha', hash },
    password,
    scheme: `$wrapped-${digest}${argon2}`,
  })),
  ...(
    [
      ['md5', 'd45b8ae94d283b046d7839f3727fc375'],
      ['sha256', '441d3988f77692ae564599890fa11991903334af071c657a925b984ae57cc1cf'],
    ] as const
  ).map(([digest, hash]) => ({
    name: `HMAC with ${digest} of Python`,
    imported: { format: `hmac-${digest}`, hash, key: base64('a key of the service') },
    password,
    scheme: `$wrapped-${digest}${argon2}`,
  })),
  ...hashTexts,
];

/** Reads a stored hash that can be used. @throws Error if it cannot */
export function storedHashOf(text: string): StoredHash {
  const read = readStoredHash(text);
  if (typeof read === 'string') throw new Error(`${text} cannot be used: ${read}`);
  return read;
}
