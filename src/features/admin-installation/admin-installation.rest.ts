import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import { activity, figures, findings, signingKeys } from './admin-installation.operations';
import type { AdminInstallationService } from './admin-installation.service';

export const adminInstallationRoutes = (installation: AdminInstallationService): RestRoute[] => [
  answerRoute(findings, (_, context) => installation.findings(context)),
  answerRoute(signingKeys, (_, context) => installation.signingKeys(context)),
  answerRoute(figures, (input, context) => installation.figures(input, context)),
  answerRoute(activity, (_, context) => installation.activity(context)),
];
