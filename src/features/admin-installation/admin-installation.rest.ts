import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import type { ListedKey } from '../tokens/key-ring';
import type { ActivityHour } from './activity';
import { activity, figures, findings, signingKeys } from './admin-installation.operations';
import type { AdminInstallationService, InstallationFinding } from './admin-installation.service';
import type { Figures } from './figures';
import { exampleFigures, figuresSchema, toFiguresRecord } from './figures.rest';
import {
  activitySchema,
  exampleActivityHour,
  exampleFinding,
  exampleSigningKey,
  findingsSchema,
  signingKeysSchema,
  toActivityHourRecord,
  toFindingRecord,
  toSigningKeyRecord,
} from './installation.rest';

const findingsEnvelope = successSchema('FindingsEnvelope', 'What the checks of the installation find.', findingsSchema);
const signingKeysEnvelope = successSchema('SigningKeysEnvelope', 'The signing keys.', signingKeysSchema);
const activityEnvelope = successSchema('ActivityEnvelope', 'What happened in the last 24 hours.', activitySchema);
const figuresEnvelope = successSchema('FiguresEnvelope', 'What happened.', figuresSchema);

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
    routeOf(figures, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'Count sign-ins, rejections and accounts',
        success: {
          description: 'The figures.',
          schema: figuresEnvelope,
          example: figuresBody(exampleFigures),
        },
      }),
      handlers: [
        async (req, res) =>
          sendJson(res, figuresBody(await installation.figures(inputOf(figures, req), contextOf(req, res)))),
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
const figuresBody = (found: Figures) => successEnvelope(figures.message, toFiguresRecord(found));
const activityBody = (hours: readonly ActivityHour[]) =>
  successEnvelope(activity.message, { hours: hours.map(toActivityHourRecord) });
