import { apis } from '../support/apis';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { describeWith } from '../support/needs';
import { type GatehouseProcess, spawnGatehouse } from '../support/process';

/** Tests that need several processes. */

const account = (email: string) => ({
  email,
  firstName: 'Ada',
  lastName: 'Lovelace',
  password: 'correct horse battery',
});

describeWith('PostgreSQL')('two processes on one PostgreSQL', () => {
  let database: TestDatabase;
  let processes: GatehouseProcess[];

  beforeAll(async () => {
    database = await createTestDatabase();
    processes = await Promise.all([1, 2].map(() => spawnGatehouse(database.env)));
    await Promise.all(processes.map((gatehouse) => gatehouse.ready()));
  });
  afterAll(async () => {
    await Promise.all(processes.map((gatehouse) => gatehouse.signal('SIGTERM')));
    await database.drop();
  });

  test('started at the same time on an empty database, one migrates it and both have the same key', async () => {
    const applied = processes.filter((gatehouse) => gatehouse.output().includes('migrations applied'));
    const keySets = await Promise.all(
      processes.map(async (gatehouse) => (await fetch(`${gatehouse.url}/.well-known/jwks.json`)).text()),
    );
    expect(applied).toHaveLength(1);
    expect(new Set(keySets).size).toBe(1);
  });

  test('of 20 concurrent registrations of one address, through both APIs, one succeeds: 5 rounds', async () => {
    let answered = 0;
    for (let round = 0; round < 5; round++) {
      const email = `Race.${round}@Example.com`;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => {
          const api = apis[i % 2] ?? apis[0];
          const gatehouse = processes[(i >> 1) % 2];
          return api.register(gatehouse?.url ?? '', account(email));
        }),
      );
      const winners = answers.filter((answer) => answer.success).length;
      const taken = answers.filter((answer) => answer.code === 'EMAIL_TAKEN').length;
      // On a busy machine some requests are rejected because too many wait. The account may exist although its answer
      // was 503.
      const busy = answers.filter((answer) => answer.code === 'SERVICE_UNAVAILABLE').length;
      expect(winners + taken + busy).toBe(20);
      expect(winners).toBeLessThanOrEqual(1);
      if (busy === 0) expect(winners).toBe(1);
      const registerAgain = () => apis[0].register(processes[0]?.url ?? '', account(email.toUpperCase()));
      let after = await registerAgain();
      while (after.code === 'SERVICE_UNAVAILABLE') after = await registerAgain();
      expect(after.code).toBe('EMAIL_TAKEN');
      answered += winners + taken;
    }
    expect(answered).toBeGreaterThan(10);
  });
});
