import {
  about,
  boolean,
  component,
  nullable,
  object,
  oneOf,
  string,
  timestamp,
  toTimestamp,
} from '../../platform/rest/json-schema';
import { say } from '../../platform/runtime/sentence';
import type { ListedKey } from '../tokens/key-ring';
import { exampleTs } from '../users/user.rest';
import type { ActivityHour } from './activity';
import type { InstallationFinding } from './admin-installation.service';
import {
  activityDescriptions,
  findingDescriptions,
  keyAlgs,
  keyStates,
  signingKeyDescriptions,
  verdicts,
} from './descriptions';

export function toFindingRecord({ check, verdict, says }: InstallationFinding) {
  return { check, verdict, says };
}

const findingSchema = component('Finding', 'The result of one check of the installation.', () =>
  object({
    check: about(string, findingDescriptions.check),
    verdict: oneOf(verdicts, findingDescriptions.verdict),
    says: about(string, findingDescriptions.says),
  }),
);

export const findingsSchema = about(
  object({
    findings: { type: 'array', description: 'The results, in the order of the checks.', items: findingSchema },
  }),
  'The findings.',
);

export function toSigningKeyRecord({ kid, alg, state, createdTs, signsFromTs, retiredTs }: ListedKey) {
  return {
    kid,
    alg,
    state,
    created_ts: toTimestamp(createdTs),
    signs_from_ts: toTimestamp(signsFromTs),
    retired_ts: retiredTs && toTimestamp(retiredTs),
  };
}

const signingKeySchema = component('SigningKey', 'A key that signs tokens, without its private half.', () =>
  object({
    kid: about(string, signingKeyDescriptions.kid),
    alg: oneOf(keyAlgs, signingKeyDescriptions.alg),
    state: oneOf(keyStates, signingKeyDescriptions.state),
    created_ts: timestamp(signingKeyDescriptions.createdTs),
    signs_from_ts: timestamp(signingKeyDescriptions.signsFromTs),
    retired_ts: nullable(timestamp(signingKeyDescriptions.retiredTs)),
  }),
);

export const signingKeysSchema = about(
  object({ keys: { type: 'array', description: 'The keys, the newest first.', items: signingKeySchema } }),
  'The signing keys.',
);

export function toActivityHourRecord(hour: ActivityHour) {
  const { startTs, registrations, logins, failedLogins, limited, hasMore } = hour;
  return {
    start_ts: toTimestamp(startTs),
    registrations,
    logins,
    failed_logins: failedLogins,
    limited,
    has_more: hasMore,
  };
}

const count = { type: 'integer', minimum: 0 } as const;

const activityHourSchema = component('ActivityHour', 'What happened in one hour.', () =>
  object({
    start_ts: timestamp(activityDescriptions.startTs),
    registrations: about(count, activityDescriptions.registrations),
    logins: about(count, activityDescriptions.logins),
    failed_logins: about(count, activityDescriptions.failedLogins),
    limited: about(count, activityDescriptions.limited),
    has_more: about(boolean, activityDescriptions.hasMore),
  }),
);

export const activitySchema = about(
  object({ hours: { type: 'array', description: 'The hours, the current one last.', items: activityHourSchema } }),
  'What happened in the last 24 hours.',
);

export const exampleFinding: InstallationFinding = {
  check: 'clock',
  verdict: 'ok',
  says: 'the clock of the database is 0.002 s ahead of the clock of this machine',
  sentence: say`the clock of the database is 0.002 s ahead of the clock of this machine`,
};

export const exampleSigningKey: ListedKey = {
  kid: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
  alg: 'ES256',
  state: 'signing',
  createdTs: exampleTs,
  signsFromTs: exampleTs,
  retiredTs: null,
};

export const exampleActivityHour: ActivityHour = {
  startTs: new Date('2026-11-20T17:00:00.000Z'),
  registrations: 12,
  logins: 340,
  failedLogins: 21,
  limited: 3,
  hasMore: false,
};
