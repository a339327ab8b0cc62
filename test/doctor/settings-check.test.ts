import { readConfig } from '../../src/config/config';
import { checkSettings } from '../../src/doctor/settings-check';

const warnings = (env: Record<string, string>) =>
  checkSettings(readConfig(env)).flatMap(({ verdict, says }) => (verdict === 'warning' ? [says] : []));

test.each(['0.0.0.0', '::', '203.0.113.7', '2001:4860::1', '::ffff:203.0.113.7'])(
  'with TRUST_PROXY and the public address %s clients choose which address is limited',
  (HOST) => {
    expect(warnings({ HOST, TRUST_PROXY: '2' })).toEqual([
      expect.stringContaining(`TRUST_PROXY is 2 and HOST is ${HOST}: clients that reach port 4000 without the proxy`),
    ]);
    expect(warnings({ HOST })).toEqual([]);
  },
);

test.each(['127.0.0.1', '::1', 'localhost', '10.1.2.3', '192.168.0.7', 'fd00::7'])(
  'with TRUST_PROXY and the address %s they do not',
  (HOST) => expect(warnings({ HOST, TRUST_PROXY: '1' })).toEqual([]),
);
