import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import { activity, figures, findings, signingKeys } from './admin-installation.operations';
import type { AdminInstallationService } from './admin-installation.service';

const tag = 'Operation';

export const adminInstallationRoutes = (installation: AdminInstallationService): RestRoute[] => [
  answerRoute(findings, { tag, summary: 'Check the installation' }, (_, context) => installation.findings(context)),
  answerRoute(signingKeys, { tag, summary: 'List the signing keys' }, (_, context) =>
    installation.signingKeys(context),
  ),
  answerRoute(figures, { tag, summary: 'Count sign-ins, rejections and accounts' }, (input, context) =>
    installation.figures(input, context),
  ),
  answerRoute(activity, { tag, summary: 'Count what happened in the last 24 hours' }, (_, context) =>
    installation.activity(context),
  ),
];
