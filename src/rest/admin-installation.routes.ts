import type { ActivityHour } from '../administration/activity';
import { adminAuditOperations } from '../administration/admin-audit-descriptions';
import type { AdminInstallationService, InstallationFinding } from '../administration/admin-installation.service';
import { contextOf } from '../http/read-request-context';
import { sendJson } from '../http/send-json';
import { successMessages } from '../request/success-messages';
import type { ListedKey } from '../tokens/key-ring';
import { successEnvelope, successSchema } from './envelope';
import { exampleActivityHour, exampleFinding, exampleSigningKey } from './examples';
import {
  activitySchema,
  findingsSchema,
  signingKeysSchema,
  toActivityHourRecord,
  toFindingRecord,
  toSigningKeyRecord,
} from './installation.record';
import type { RestRoute } from './rest-route';

const findingsEnvelope = successSchema('FindingsEnvelope', 'What the checks of the installation find.', findingsSchema);
const signingKeysEnvelope = successSchema('SigningKeysEnvelope', 'The signing keys.', signingKeysSchema);
const activityEnvelope = successSchema('ActivityEnvelope', 'What happened in the last 24 hours.', activitySchema);

export function adminInstallationRoutes(installation: AdminInstallationService): RestRoute[] {
  return [
    {
      method: 'get',
      path: '/admin/findings',
      operation: 'findings',
      openapi: () => ({
        tag: 'Operation',
        summary: 'Check the installation',
        description: adminAuditOperations.findings,
        credentials: ['accessToken'],
        success: {
          description: 'The findings.',
          schema: findingsEnvelope,
          example: findingsBody([exampleFinding]),
        },
      }),
      handlers: [async (req, res) => sendJson(res, findingsBody(await installation.findings(contextOf(req, res))))],
    },
    {
      method: 'get',
      path: '/admin/keys',
      operation: 'signingKeys',
      openapi: () => ({
        tag: 'Operation',
        summary: 'List the signing keys',
        description: adminAuditOperations.signingKeys,
        credentials: ['accessToken'],
        success: {
          description: 'The signing keys.',
          schema: signingKeysEnvelope,
          example: signingKeysBody([exampleSigningKey]),
        },
      }),
      handlers: [
        async (req, res) => sendJson(res, signingKeysBody(await installation.signingKeys(contextOf(req, res)))),
      ],
    },
    {
      method: 'get',
      path: '/admin/activity',
      operation: 'activity',
      openapi: () => ({
        tag: 'Operation',
        summary: 'Count what happened in the last 24 hours',
        description: adminAuditOperations.activity,
        credentials: ['accessToken'],
        success: {
          description: 'The hours.',
          schema: activityEnvelope,
          example: activityBody([exampleActivityHour]),
        },
      }),
      handlers: [async (req, res) => sendJson(res, activityBody(await installation.activity(contextOf(req, res))))],
    },
  ];
}

const findingsBody = (findings: readonly InstallationFinding[]) =>
  successEnvelope(successMessages.findings, { findings: findings.map(toFindingRecord) });
const signingKeysBody = (keys: readonly ListedKey[]) =>
  successEnvelope(successMessages.signingKeys, { keys: keys.map(toSigningKeyRecord) });
const activityBody = (hours: readonly ActivityHour[]) =>
  successEnvelope(successMessages.activity, { hours: hours.map(toActivityHourRecord) });
