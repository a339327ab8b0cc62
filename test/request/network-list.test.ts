import { BlockList } from 'node:net';
import fc from 'fast-check';
import { cidrProblem, parseCidr } from '../../src/platform/config/cidr';
import { NetworkList } from '../../src/platform/request/network-list';

test.each([
  ['10.20.0.0/16', '10.20.0.0', true],
  ['10.20.0.0/16', '10.20.255.255', true],
  ['10.20.0.0/16', '10.21.0.0', false],
  ['10.20.0.0/16', '::ffff:10.20.3.4', true],
  ['10.20.0.0/16', '::ffff:a14:304', true],
  ['10.20.0.0/16', '::10.20.3.4', false],
  ['10.20.0.7', '10.20.0.7', true],
  ['10.20.0.7', '10.20.0.6', false],
  ['0.0.0.0/0', '203.0.113.7', true],
  ['0.0.0.0/0', '::1', false],
  ['::/0', '2001:db8::1', true],
  ['::/0', '::ffff:203.0.113.7', false],
  ['fd00:20::/48', 'fd00:20:0:ffff::1', true],
  ['fd00:20::/48', 'fd00:20:1::', false],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['10.0.0.0/8', 'not an address', false],
  ['10.0.0.0/8', '', false],
])('%s contains %s: %s', (network, ip, expected) => expect(new NetworkList([network]).contains(ip)).toBe(expected));

test('one of several networks is enough, and none contains nothing', () => {
  const list = new NetworkList(['10.20.0.0/16', 'fd00:20::/48', '192.0.2.1']);
  expect(['10.20.3.4', 'fd00:20::1', '192.0.2.1', '192.0.2.2'].map((ip) => list.contains(ip))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(new NetworkList([]).contains('10.20.3.4')).toBe(false);
});

test.each([
  ...['', ' ', '10.20.0.0/', '/16', '10.20/16', '10.20.0.0/33', '10.20.0.0/-1', '10.20.0.0/08', '10.20.0.0/1e1'],
  ...['10.20.0.0/16/16', '10.20.0.0/255.255.0.0', '010.020.0.0/16', '0x0a.0.0.0/8', '167772160/8', '10.20.0.0 /16'],
  ...['fd00::/129', 'fd00:::/16', '[fd00::]/16', 'fe80::%eth0/64', 'localhost', 'any', '*'],
])('%j is not a network', (text) => {
  expect(cidrProblem(text)).toBe('is not a network');
  expect(() => parseCidr(text)).toThrow('is not a network');
});

/** An address of `bits` bits, as text. The value has runs of zeros and ones, so that short forms occur, too. */
const numberOf = (bytes: readonly number[]) => bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
const bytesOf = (count: number) =>
  fc.array(fc.oneof(fc.constantFrom(0, 1, 127, 128, 255), fc.integer({ min: 0, max: 255 })), {
    minLength: count,
    maxLength: count,
  });
const families = [
  { family: 'ipv4', size: 4, format: (bytes: readonly number[]) => bytes.join('.') },
  {
    family: 'ipv6',
    size: 16,
    format: (bytes: readonly number[]) =>
      Array.from({ length: 8 }, (_, i) => (bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0))
        .map((part) => part.toString(16))
        .join(':'),
  },
] as const;
const masked = (bytes: readonly number[], bits: number) =>
  bytes.map((byte, i) => byte & ~(0xff >> Math.min(8, Math.max(0, bits - 8 * i))));
const isMapped = (bytes: readonly number[]) => bytes.length === 16 && numberOf(bytes.slice(0, 12)) === 0xffffn;

describe.each(families)('$family', ({ family, size, format }) => {
  const most = 8 * size;
  /** A network, and an address that differs from it only after `shared` bits. */
  const pairs = fc
    .record({ bytes: bytesOf(size), other: bytesOf(size), bits: fc.integer({ min: 0, max: most }) })
    .chain((pair) => fc.integer({ min: 0, max: most }).map((shared) => ({ ...pair, shared })))
    .map(({ bytes, other, bits, shared }) => {
      const first = masked(bytes, shared);
      const rest = other.map((byte, i) => byte - (masked(other, shared)[i] ?? 0));
      return { network: masked(bytes, bits), bits, address: first.map((byte, i) => byte + (rest[i] ?? 0)) };
    })
    .filter(({ network, address }) => !isMapped(network) && !isMapped(address));

  test('a network contains exactly the addresses with its first bits', () => {
    const found = { inside: 0, outside: 0 };
    fc.assert(
      fc.property(pairs, ({ network, bits, address }) => {
        const shift = BigInt(most - bits);
        const expected = numberOf(network) >> shift === numberOf(address) >> shift;
        found[expected ? 'inside' : 'outside'] += 1;
        const node = new BlockList();
        node.addSubnet(format(network), bits, family);
        expect(new NetworkList([`${format(network)}/${bits}`]).contains(format(address))).toBe(expected);
        expect(node.check(format(address), family)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
    expect(Math.min(found.inside, found.outside)).toBeGreaterThan(200);
  });

  test('a network with bits after its prefix is rejected', () => {
    fc.assert(
      fc.property(bytesOf(size), fc.integer({ min: 0, max: most }), (bytes, bits) => {
        fc.pre(!isMapped(bytes));
        const hasBits = numberOf(bytes) !== numberOf(masked(bytes, bits));
        expect(cidrProblem(`${format(bytes)}/${bits}`)).toBe(hasBits ? 'has bits after its prefix' : null);
      }),
      { numRuns: 1000 },
    );
  });
});
