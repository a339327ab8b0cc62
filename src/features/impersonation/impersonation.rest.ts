import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import { impersonate } from './impersonation.operations';
import type { ImpersonationService } from './impersonation.service';

export const adminImpersonationRoutes = (impersonation: ImpersonationService): RestRoute[] => [
  answerRoute(impersonate, (input, context) => impersonation.impersonate(input, context)),
];
