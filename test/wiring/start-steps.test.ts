import { startSteps } from '../../src/wiring/start-steps';
import { startGatehouse } from '../support/gatehouse';
import { until } from '../support/until';

const line = 'there is no super admin yet: make a user one with npx gatehouse users promote <e-mail>';

/** Runs the step of the start that looks for a super admin, and returns what it logs. Null if there is no such step. */
async function lookWith({ admin = true, search = async (): Promise<unknown> => [] } = {}): Promise<string[] | null> {
  const lines: string[] = [];
  const info = (text: string) => lines.push(text);
  const core = { config: { admin: { enabled: admin } }, stores: { users: { search } }, log: { info } };
  const steps = startSteps(core as never, { heartbeat: null, mailDelivery: null } as never);
  const step = steps.find(({ name }) => name === 'looking for a super admin');
  if (!step) return null;
  await step.run();
  // The step does not wait for its query.
  await new Promise((resolve) => setImmediate(resolve));
  return lines;
}

test('a start without a super admin logs how to make one', async () => {
  const asked: unknown[] = [];
  const search = async (criteria?: unknown) => {
    asked.push(criteria);
    return [];
  };
  expect(await lookWith({ search })).toEqual([line]);
  expect(asked).toEqual([{ text: null, disabled: false, isSuperAdmin: true, limit: 1 }]);
});

test('a start with a super admin, or whose query fails, logs nothing', async () => {
  expect(await lookWith({ search: async () => [{}] })).toEqual([]);
  expect(await lookWith({ search: () => Promise.reject(new Error('the connection was lost')) })).toEqual([]);
});

test('a start with ADMIN=off does not look for a super admin', async () => {
  expect(await lookWith({ admin: false })).toBeNull();
});

test('the server has this step', async () => {
  const gatehouse = await startGatehouse();
  await until(async () => gatehouse.logged().includes(line));
  await gatehouse.stop();
});
