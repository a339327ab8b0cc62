import { escapeControls, hasDuplicateNames } from '../../src/platform/runtime/json-text';

test('escaping changes no value', () => {
  const value = Object.fromEntries(
    Array.from({ length: 0x100 }, (_, code) => [`${String.fromCharCode(code)} ${code}`, String.fromCharCode(code)]),
  );
  for (const indent of [0, 2]) {
    const json = escapeControls(JSON.stringify(value, null, indent));
    expect(json).not.toMatch(/[^\P{Cc}\n]/u);
    expect(JSON.parse(json)).toEqual(value);
  }
});

test.each([
  '{}',
  '[]',
  '"a"',
  '{"a":1,"b":1}',
  '{"a":{"a":1},"b":{"a":1}}',
  '[{"a":1},{"a":1}]',
  '{"a":["a","a"],"b":"a"}',
  '{"a":"\\"a\\":","b":"{\\"a\\":1"}',
  '{"a":1,"A":1}',
])('%s has no duplicate name', (json) => expect(hasDuplicateNames(json)).toBe(false));

test.each([
  '{"a":1,"a":1}',
  '{"a":1,"\\u0061":2}',
  '{"a" : 1 , "a"\n:2}',
  '{"b":{"a":1,"a":2}}',
  '[[{"a":1,"b":[{"c":1}],"a":2}]]',
  '{"a":{"a":{}},"b":1,"a":2}',
  '{"__proto__":1,"__proto__":2}',
  '{"\\"":1,"\\u0022":2}',
])('%s has a duplicate name', (json) => expect(hasDuplicateNames(json)).toBe(true));
