import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import { impersonate } from './impersonation.operations';
import type { ImpersonationService } from './impersonation.service';

export const adminImpersonationRoutes = (impersonation: ImpersonationService): RestRoute[] => [
  answerRoute(
    impersonate,
    { tag: 'Users', summary: 'Act as a user', body: { description: 'Why the super admin acts as the user.' } },
    (input, context) => impersonation.impersonate(input, context),
  ),
];
