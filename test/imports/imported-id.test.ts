import { importedId } from '../../src/features/imports/imported-id';
import { readText } from '../support/doc-pages';

test('a UUID stays, and any other id becomes the same UUIDv5 each time', () => {
  expect(importedId('01A1FAFD-5D48-74FB-874F-7E0CCACEE987')).toBe('01a1fafd-5d48-74fb-874f-7e0ccacee987');
  // Computed with uuid.uuid5 of Python.
  expect(importedId('auth0|5f7c8ec7c33c6c004bbafe82')).toBe('be934a34-7c02-50ad-910f-d4e4ad7ab354');
  expect(importedId('17')).toBe('41a8a498-7bac-5a08-b81d-ce25903107ab');
  expect(readText('docs/reference/import.md')).toContain(importedId('17'));
});
