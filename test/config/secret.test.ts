import { parseSecretBytes } from '../../src/platform/config/secret';

const secret = Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64');

test.each([
  ['hex', Buffer.from(secret, 'base64').toString('hex')],
  ['base64', secret],
  ['base64url', Buffer.from(secret, 'base64').toString('base64url')],
])('a secret may be written in %s', (_form, text) => {
  expect(parseSecretBytes(text)).toEqual(Buffer.from(secret, 'base64'));
});

test.each([
  'a'.repeat(64),
  'changeme',
  Buffer.alloc(31, 'abcdefghijklmnopqrstuvwxyz').toString('hex'),
  'not base64 at all, but long enough to be one',
])('%s is no secret', (text) => expect(parseSecretBytes(text)).toBeNull());
