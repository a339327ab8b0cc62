import { randomBytes } from 'node:crypto';
import { createBase, loadDerivationKey, loadSigningKeys } from '../../src/compose/base';
import { WrongSecretError } from '../../src/platform/encryption/encryption';
import { createLog } from '../../src/platform/observability/log';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

let gatehouse: Gatehouse;
beforeEach(async () => {
  gatehouse = await startGatehouse();
});
afterEach(() => gatehouse.stop());

const coreWith = (secrets: Gatehouse['stores']['secrets']) =>
  createBase(gatehouse.config, { ...gatehouse.stores, secrets }, createLog('silent'));

test.each([
  ['signing_keys', loadSigningKeys],
  ['derivation_keys', loadDerivationKey],
])('with a wrong secret, no key is made in place of missing %s', async (table, load) => {
  await gatehouse.sql(`DELETE FROM ${table}`);
  await expect(load(coreWith({ current: randomBytes(32), previous: null }))).rejects.toThrow(WrongSecretError);
  expect(await gatehouse.sql(`SELECT 1 FROM ${table}`)).toEqual([]);
  await load(coreWith(gatehouse.stores.secrets));
  expect(await gatehouse.sql(`SELECT 1 FROM ${table}`)).toHaveLength(1);
});
