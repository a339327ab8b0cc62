import { defineOperation } from '../../platform/operations/define-operation';
import { entitiesInput } from './federation.inputs';
import { federationLimits } from './federation.limits';

// The specification of Federation 2 requires these names.

export const service = defineOperation({
  name: '_service',
  rest: [],
  does: 'Returns the schema of this subgraph, for the router of a supergraph.',
  caller: 'anyone',
  errors: { FORBIDDEN: 'Introspection is not allowed, and the header `X-Router-Secret` is missing or wrong.' },
  isStatic: true,
});

export const entities = defineOperation({
  name: '_entities',
  rest: [],
  does: 'Returns the user or the organization of each representation, in the order of the representations. It is null if it does not exist, or if the request may not read it.',
  caller: 'anyone',
  input: entitiesInput,
  limits: [federationLimits.ENTITIES_NETWORK],
  errors: {
    VALIDATION_FAILED:
      'The request has more than 200 representations, or a representation is neither a user nor an organization.',
    UNAUTHENTICATED:
      'The request has an access token that is not valid, expired or revoked, or whose account is disabled.',
    FORBIDDEN:
      'The router asks for a field of another user that it may not read. Or an application asks for a field of its user that its scopes do not give.',
  },
  openToImpersonation: true,
  openToApplications: 'openid',
});
