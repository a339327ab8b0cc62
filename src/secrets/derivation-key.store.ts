import type { Run, Statement } from '../db/client';
import type { Sealed } from './seal';

export interface DerivationKeyStore {
  find(): Promise<Sealed | null>;
  /** Does nothing where there is one. */
  insert(sealed: Sealed, at: Date): Promise<void>;
  /** Replaces it if it is still `from`, and says whether it was. */
  reseal(from: Sealed, to: Sealed): Promise<boolean>;
}

export class SqlDerivationKeyStore implements DerivationKeyStore {
  constructor(private readonly run: Run) {}

  async find(): Promise<Sealed | null> {
    const [row] = await this.run<{ sealed: Sealed }>(find, []);
    return row ? Uint8Array.from(row.sealed) : null;
  }

  async insert(sealed: Sealed, at: Date): Promise<void> {
    await this.run(insert, [sealed, at]);
  }

  async reseal(from: Sealed, to: Sealed): Promise<boolean> {
    return (await this.run(reseal, [from, to])).length === 1;
  }
}

const find: Statement = { name: 'derivation_key_find', text: 'SELECT sealed FROM derivation_keys WHERE id = 1' };

const insert: Statement = {
  name: 'derivation_key_insert',
  text: 'INSERT INTO derivation_keys (id, sealed, created_ts) VALUES (1, $1::bytea, $2::timestamptz) ON CONFLICT DO NOTHING',
};

const reseal: Statement = {
  name: 'derivation_key_reseal',
  text: 'UPDATE derivation_keys SET sealed = $2::bytea WHERE id = 1 AND sealed = $1::bytea RETURNING id',
};
