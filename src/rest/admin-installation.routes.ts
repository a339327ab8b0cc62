import type { ActivityHour } from '../features/administration/activity';
import type {
  AdminInstallationService,
  InstallationFinding,
} from '../features/administration/admin-installation.service';
import { activity, findings, signingKeys } from '../features/administration/administration.operations';
import type { ListedKey } from '../features/tokens/key-ring';
import { contextOf } from '../platform/http/read-request-context';
import { sendJson } from '../platform/http/send-json';
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
import { type RestRoute, routeOf } from './rest-route';

const findingsEnvelope = successSchema('FindingsEnvelope', 'What the checks of the installation find.', findingsSchema);
const signingKeysEnvelope = successSchema('SigningKeysEnvelope', 'The signing keys.', signingKeysSchema);
const activityEnvelope = successSchema('ActivityEnvelope', 'What happened in the last 24 hours.', activitySchema);

export function adminInstallationRoutes(installation: AdminInstallationService): RestRoute[] {
  return [
    routeOf(findings, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'Check the installation',
        success: {
          description: 'The findings.',
          schema: findingsEnvelope,
          example: findingsBody([exampleFinding]),
        },
      }),
      handlers: [async (req, res) => sendJson(res, findingsBody(await installation.findings(contextOf(req, res))))],
    }),
    routeOf(signingKeys, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'List the signing keys',
        success: {
          description: 'The signing keys.',
          schema: signingKeysEnvelope,
          example: signingKeysBody([exampleSigningKey]),
        },
      }),
      handlers: [
        async (req, res) => sendJson(res, signingKeysBody(await installation.signingKeys(contextOf(req, res)))),
      ],
    }),
    routeOf(activity, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'Count what happened in the last 24 hours',
        success: {
          description: 'The hours.',
          schema: activityEnvelope,
          example: activityBody([exampleActivityHour]),
        },
      }),
      handlers: [async (req, res) => sendJson(res, activityBody(await installation.activity(contextOf(req, res))))],
    }),
  ];
}

const findingsBody = (found: readonly InstallationFinding[]) =>
  successEnvelope(findings.message, { findings: found.map(toFindingRecord) });
const signingKeysBody = (keys: readonly ListedKey[]) =>
  successEnvelope(signingKeys.message, { keys: keys.map(toSigningKeyRecord) });
const activityBody = (hours: readonly ActivityHour[]) =>
  successEnvelope(activity.message, { hours: hours.map(toActivityHourRecord) });
