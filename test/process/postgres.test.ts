import { createTestDatabase, onPostgres, type TestDatabase } from '../support/database';
import { doors } from '../support/doors';
import { type GatehouseProcess, spawnGatehouse } from '../support/process';

/** What only several processes can show. */
const describeOnPostgres = onPostgres ? describe : describe.skip;

const account = (email: string) => ({
  email,
  firstName: 'Ada',
  lastName: 'Lovelace',
  password: 'correct horse battery',
});

describeOnPostgres('two processes on one PostgreSQL', () => {
  let database: TestDatabase;
  let processes: GatehouseProcess[];

  beforeAll(async () => {
    database = await createTestDatabase();
    processes = await Promise.all([1, 2, 3, 4].map(() => spawnGatehouse({ DATABASE_URL: database.url })));
    await Promise.all(processes.map((gatehouse) => gatehouse.ready()));
  }, 60_000);
  afterAll(async () => {
    await Promise.all(processes.map((gatehouse) => gatehouse.signal('SIGTERM')));
    await database.drop();
  });

  test('started at once on an empty database, one migrated it and all have one key', async () => {
    const applied = processes.filter((gatehouse) => gatehouse.output().includes('migrations applied'));
    const keySets = await Promise.all(
      processes.map(async (gatehouse) => (await fetch(`${gatehouse.url}/.well-known/jwks.json`)).text()),
    );
    expect(applied).toHaveLength(1);
    expect(new Set(keySets).size).toBe(1);
  });

  test('of 50 registrations of one address at once, through both doors, one wins: 20 rounds', async () => {
    const rounds: { winners: number; taken: number }[] = [];
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => {
          const door = doors[i % 2] ?? doors[0];
          const gatehouse = processes[(i >> 1) % 2];
          return door.register(gatehouse?.url ?? '', account(`Race.${round}@Example.com`));
        }),
      );
      rounds.push({
        winners: answers.filter((answer) => answer.success).length,
        taken: answers.filter((answer) => answer.code === 'EMAIL_TAKEN').length,
      });
    }
    expect(rounds).toEqual(Array(20).fill({ winners: 1, taken: 49 }));
  }, 120_000);
});
