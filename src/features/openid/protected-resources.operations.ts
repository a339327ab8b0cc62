import { operationsTagged } from '../../platform/operations/define-operation';
import { protectedResourcesAnswer } from './protected-resources.answers';

const defineOperation = operationsTagged('Verification');

export const protectedResources = defineOperation({
  name: 'protectedResources',
  rest: ['GET /auth/resources'],
  summary: 'List the APIs for which applications get tokens',
  does: 'Returns the APIs of `RESOURCES` for which applications of third parties get tokens, with what people read of their scopes, in the language of `Accept-Language`. Anyone can call this operation, without an access token.',
  message: 'Resources returned.',
  caller: 'anyone',
  isStatic: true,
  answer: protectedResourcesAnswer,
});
