import { operationsTagged } from '../../platform/operations/define-operation';
import { connectedAppsAnswer, disconnectAppAnswer } from './connected-apps.answers';
import { disconnectAppInput } from './connected-apps.inputs';

const defineOperation = operationsTagged('Sessions');

export const noSuchApp = 'You have not connected an application with this id.';

export const connectedApps = defineOperation({
  name: 'connectedApps',
  rest: ['GET /auth/apps'],
  summary: 'List the applications of the user',
  does: 'Returns the applications into which the user is signed in, or that the user has allowed something, the last used first. The caller must be signed in.',
  message: 'Applications returned.',
  caller: 'user',
  answer: connectedAppsAnswer,
});

export const disconnectApp = defineOperation({
  name: 'disconnectApp',
  rest: ['DELETE /auth/apps/{client_id}'],
  summary: 'Disconnect an application',
  does: 'Disconnects an application: its sessions end, and it needs a new consent. The caller must be signed in.',
  message: 'Application disconnected.',
  caller: 'user',
  input: disconnectAppInput,
  errors: { NOT_FOUND: 'The user has not connected this application.' },
  errorMessages: { NOT_FOUND: noSuchApp },
  answer: disconnectAppAnswer,
});
