import { operationsTagged } from '../operations/define-operation';

const defineOperation = operationsTagged('Service');

export const alive = defineOperation({
  name: 'alive',
  rest: ['GET /healthz'],
  summary: 'Check that the process is alive',
  does: 'Answers with 200 as long as the process runs, also without a database. Anyone can call this operation. A supervisor restarts the process if there is no answer.',
  message: 'The process is alive.',
  caller: 'anyone',
  traffic: 'probe',
  isStatic: true,
});

export const ready = defineOperation({
  name: 'ready',
  rest: ['GET /readyz'],
  summary: 'Check that the service is ready',
  does: 'Returns true if Gatehouse can answer requests. Anyone can call this operation, without an access token.',
  message: 'The service is ready.',
  caller: 'anyone',
  traffic: 'probe',
  errors: { SERVICE_UNAVAILABLE: 'The service is starting or stopping, or the database does not answer.' },
});
