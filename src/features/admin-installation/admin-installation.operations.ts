import { operationsTagged } from '../../platform/operations/define-operation';
import { activityAnswer, figuresAnswer, findingsAnswer, signingKeysAnswer } from './admin-installation.answers';
import { figuresInput } from './figures.inputs';

const defineOperation = operationsTagged('Operation');

export const findings = defineOperation({
  name: 'findings',
  rest: ['GET /admin/findings'],
  summary: 'Check the installation',
  does: 'Runs the checks of the command `gatehouse doctor` and returns their results. The checks run one after another in the background, at most one run at a time. A result can be some seconds old. A check that did not end in time has the verdict `skipped`, and its text says so: the same request some seconds later has its result. The caller must be a super admin.',
  message: 'Findings returned.',
  caller: 'superAdmin',
  machine: 'read',
  answer: findingsAnswer,
});

export const signingKeys = defineOperation({
  name: 'signingKeys',
  rest: ['GET /admin/keys'],
  summary: 'List the signing keys',
  does: 'Returns the keys that sign tokens, those of ES256 before those of RS256, each the newest first. The private keys are never returned. The caller must be a super admin.',
  message: 'Signing keys returned.',
  caller: 'superAdmin',
  machine: 'read',
  answer: signingKeysAnswer,
});

export const figures = defineOperation({
  name: 'figures',
  rest: ['GET /admin/figures'],
  summary: 'Count sign-ins, rejections and accounts',
  does: 'Returns the figures of the last 24 hours, 7, 30 or 90 days: sign-ins by method, rejections by reason, new accounts, and all accounts. A background job counts once a minute, and the accounts once an hour. Hours that are not counted yet, or from before this version, are empty: see `sinceTs`. The caller must be a super admin.',
  message: 'Figures returned.',
  caller: 'superAdmin',
  machine: 'read',
  input: figuresInput,
  answer: figuresAnswer,
});

export const activity = defineOperation({
  name: 'activity',
  rest: ['GET /admin/activity'],
  summary: 'Count what happened in the last 24 hours',
  does: 'Returns the numbers of registrations, logins, rejected logins, and requests that limits rejected, for each of the last 24 hours in UTC. The last hour is the current one, and its numbers can be some seconds old. The numbers are those of the audit. An hour that could not be counted, or not in time, is missing: ask again some seconds later. The caller must be a super admin.',
  message: 'Activity returned.',
  caller: 'superAdmin',
  machine: 'read',
  answer: activityAnswer,
});
