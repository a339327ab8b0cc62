import { operationsTagged } from '../../platform/operations/define-operation';

const defineOperation = operationsTagged('Service');

export const keySet = defineOperation({
  name: 'keySet',
  rest: ['GET /.well-known/jwks.json'],
  tag: 'Verification',
  summary: 'Get the public keys that verify access tokens',
  does: 'Returns the public keys as a JWK set. Anyone can call this operation. A service verifies an access token with the key of the same `kid`. For an unknown `kid`, it gets the key set again.',
  caller: 'anyone',
  traffic: 'check',
  errors: { SERVICE_UNAVAILABLE: 'The service is starting: the keys are not loaded yet.' },
});

export const discovery = defineOperation({
  name: 'discovery',
  rest: [
    'GET /.well-known/openid-configuration',
    'GET /.well-known/oauth-authorization-server',
    'GET /.well-known/webauthn',
  ],
  tag: 'Verification',
  does: 'Returns what an application needs to sign people in, and a service to verify tokens: the issuer, its endpoints, and what they support. Anyone can call this operation.',
  caller: 'anyone',
  traffic: 'check',
  isStatic: true,
});

export const openapi = defineOperation({
  name: 'openapi',
  rest: ['GET /openapi.json', 'GET /admin/openapi.json'],
  summary: 'Get this document',
  does: 'Returns the description of the REST API as an OpenAPI 3.1 document. Anyone can call this operation.',
  caller: 'anyone',
  isStatic: true,
});

export const home = defineOperation({
  name: 'home',
  rest: ['GET /'],
  summary: 'Find the APIs and the documents',
  does: 'Returns the version of Gatehouse and the URLs of its APIs and documents. A client that prefers `text/html`, such as a browser, gets a page. Anyone can call this operation.',
  message: 'Service described.',
  caller: 'anyone',
  isStatic: true,
});
