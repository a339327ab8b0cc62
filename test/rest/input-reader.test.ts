import { me } from '../../src/accounts/auth/account.operations';
import { users } from '../../src/features/admin-users/admin-users.operations';
import { renamePasskey } from '../../src/features/passkeys/passkeys.operations';
import { updateProfile } from '../../src/features/profile/profile.operations';
import { inputOf } from '../../src/platform/rest/input-reader';

const patch = { method: 'PATCH', url: '/', params: {}, body: {} };

test('a body is read by its names in snake_case, and other fields are ignored', () => {
  const body = { first_name: 'Ada', tel: null, lastName: 'King', disabled: true };
  expect(inputOf(updateProfile, { ...patch, body })).toEqual({ firstName: 'Ada', tel: null });
});

test('a field of the path is not read from the body', () => {
  const request = { ...patch, params: { id: 'of the path' }, body: { id: 'of the body', name: 'My phone' } };
  expect(inputOf(renamePasskey, request)).toEqual({ id: 'of the path', name: 'My phone' });
});

test('a request without a body has no fields', () => {
  expect(inputOf(updateProfile, { ...patch, body: undefined })).toEqual({});
});

test.each([
  ['limit=20', { limit: 20 }],
  ['limit=1e3', { limit: '1e3' }],
  ['limit=1234567890', { limit: '1234567890' }],
  ['disabled=true&super_admin=false', { disabled: true, superAdmin: false }],
  ['disabled=1', { disabled: '1' }],
  ['name=true', { name: 'true' }],
  ['name=a&name=b', { name: ['a', 'b'] }],
  ['limit=1&limit=2', { limit: ['1', '2'] }],
  // The other API has this field.
  ['first=20', {}],
])('the query %s', (query, input) => {
  const request = { method: 'GET', url: `/admin/users?${query}`, params: {}, body: { name: 'of the body' } };
  expect(inputOf(users, request)).toEqual(input);
});

test('an operation without an input cannot be read', () => {
  expect(() => inputOf(me, patch)).toThrow('me has no input');
});
