import { type AnsweringProvider, tokenOutcome } from './answering-provider';
import { startCertifiedProvider } from './certified-provider';
import { type Difference, expectAnswers, testDifferences } from './differences';
import { startGatehouseProvider } from './gatehouse-provider';
import { authorizeRequests, tokenRequests } from './oracle-requests';

const invalidRequest = 'query: invalid_request state iss';
const code = 'query: code state iss';
const twice = (name: string) => [`${name} twice`, `${name} twice, with two values`];

const differences: readonly Difference[] = [
  {
    because: 'A parameter that occurs twice is a page, before anything else is read: the browser is sent nowhere.',
    certified: invalidRequest,
    gatehouse: 'error page',
    requests: [
      ...['response_type', 'scope', 'nonce', 'code_challenge', 'code_challenge_method'].flatMap(twice),
      'response_mode twice',
      'prompt twice',
    ],
  },
  {
    because: 'As above. The library does not send a state back of which there are two.',
    certified: 'query: invalid_request iss',
    gatehouse: 'error page',
    requests: twice('state'),
  },
  {
    because: 'As above, and also for a parameter that is unknown (RFC 6749, section 3.1, makes no difference).',
    certified: code,
    gatehouse: 'error page',
    requests: ['an unknown parameter twice'],
  },
  {
    because: 'As above, at the token endpoint (RFC 6749, section 3.2).',
    certified: '200 access_token expires_in id_token scope token_type',
    gatehouse: '400 invalid_request',
    requests: ['code: with an unknown parameter twice'],
  },
  {
    because: 'Gatehouse has no implicit flow, so every error is in the query.',
    certified: 'fragment: unsupported_response_type state iss',
    gatehouse: 'query: unsupported_response_type state iss',
    requests: [
      'response_type wrong',
      'response_type=id_token',
      'response_type=code token',
      'response_type=code id_token',
      'response_type=id_token token',
      'a wrong response type and a wrong scope',
    ],
  },
  {
    because: 'Only the text `code` is the type.',
    certified: code,
    gatehouse: 'query: unsupported_response_type state iss',
    requests: ['response_type=code code'],
  },
  {
    because: 'Gatehouse has no response mode `fragment`: a code belongs to a server or to a query that is replaced.',
    certified: 'fragment: code state iss',
    gatehouse: invalidRequest,
    requests: ['response_mode=fragment'],
  },
  {
    because: 'As above. The library looks at the scope later.',
    certified: 'fragment: invalid_request state iss',
    gatehouse: invalidRequest,
    requests: ['an error with response_mode=fragment'],
  },
  {
    because: 'RFC 6749 has no error `unsupported_response_mode`.',
    certified: 'query: unsupported_response_mode state iss',
    gatehouse: invalidRequest,
    requests: ['response_mode=jwt', 'response_mode=web_message', 'response_mode=x'],
  },
  {
    because:
      'Scopes that are unknown, or that the client may not ask for, are left out. The error is `invalid_scope` if none is left.',
    certified: invalidRequest,
    gatehouse: 'query: invalid_scope state iss',
    requests: ['scope missing', 'scope empty', 'scope wrong'],
  },
  {
    because: 'As above.',
    certified: 'form: invalid_request state iss',
    gatehouse: 'form: invalid_scope state iss',
    requests: ['an error with response_mode=form_post'],
  },
  {
    because: 'As above.',
    certified: 'query: invalid_scope state iss',
    gatehouse: code,
    requests: ['scope=openid  email', 'scope=openid "email"', 'an own scope that the client may not ask for'],
  },
  {
    because:
      'Without `openid`, it is a request of OAuth 2.0, which gets no ID token. The library is configured for OpenID Connect.',
    certified: invalidRequest,
    gatehouse: code,
    requests: ['scope=email'],
  },
  {
    because: 'A nonce is in each ID token, so it has a length. A state is visible ASCII (RFC 6749, appendix A.5).',
    certified: code,
    gatehouse: invalidRequest,
    requests: ['nonce with 4097 characters', 'state that is not ASCII'],
  },
  {
    because: 'An SHA-256 hash has 43 characters (RFC 7636, section 4.2, with `S256`).',
    certified: code,
    gatehouse: invalidRequest,
    requests: ['a challenge with 44 characters', 'a challenge with 128 characters'],
  },
  {
    because: 'In a client of the operator there is nothing to allow.',
    certified: 'consent page',
    gatehouse: code,
    requests: ['prompt=consent', 'prompt=consent with offline_access'],
  },
  {
    because:
      'The page of the sign-in is where a person chooses the account. The library does not have this value by default.',
    certified: invalidRequest,
    gatehouse: 'login page',
    requests: ['prompt=select_account'],
  },
  {
    because: 'A person who is signed in proves again who they are on the page for it, and need not name the account.',
    certified: 'login page',
    gatehouse: 'step-up page',
    requests: ['max_age=0'],
  },
  {
    because:
      'A client that asks for a second factor does not get a sign-in without one. For the library, it is a wish.',
    certified: code,
    gatehouse: 'query: unmet_authentication_requirements state iss',
    requests: ['acr_values=aal2 with prompt=none'],
  },
  {
    because: 'A person without a second factor is asked to add one, and then goes on to the client.',
    certified: code,
    gatehouse: 'step-up page',
    requests: ['acr_values=aal2'],
  },
  {
    because: 'The signature of an old hint can be unknown. It says nothing then, and only `prompt=none` needs it.',
    certified: invalidRequest,
    gatehouse: code,
    requests: ['id_token_hint=x', 'id_token_hint=eyJhbGciOiJub25lIn0.e30.'],
  },
  {
    because:
      'The response type is checked first: a request object does not replace it (OpenID Connect Core 1.0, section 6.1).',
    certified: 'query: request_not_supported state iss',
    gatehouse: invalidRequest,
    requests: ['a request object with the rest missing'],
  },
  {
    because: 'A client with a secret can always get a token of its own.',
    certified: '400 invalid_request',
    gatehouse: '200 access_token expires_in token_type',
    requests: ['code: grant_type=client_credentials'],
  },
  {
    because: 'Every wrong verifier gets the same answer.',
    certified: '400 invalid_request',
    gatehouse: '400 invalid_grant',
    requests: ['code: code_verifier short'],
  },
  {
    because: 'A request without an authentication that is known is an `invalid_client` (RFC 6749, section 5.2).',
    certified: '400 invalid_request',
    gatehouse: '401 invalid_client',
    requests: [
      'code: without a client',
      'code: with HTTP Basic without a secret, of a public client',
      'code: with a malformed Authorization header',
      'code: with a bearer token as client',
      'refresh: without a client',
      'an empty form without a client',
    ],
  },
  {
    because: 'The error of RFC 6749, section 5.2, for a grant that a client may not use.',
    certified: '400 invalid_request',
    gatehouse: '400 unauthorized_client',
    requests: [
      'code: of a service',
      'client credentials: of a public client',
      'code: grant_type=urn:ietf:params:oauth:grant-type:device_code',
    ],
  },
  {
    because: 'As in all APIs of Gatehouse, the status says that the media type is wrong.',
    certified: '400 invalid_request',
    gatehouse: '415 invalid_request',
    requests: ['code: with JSON'],
  },
  {
    because: 'For `REFRESH_GRACE` seconds, a repeated refresh gives the same tokens again.',
    certified: '400 invalid_grant',
    gatehouse: '200 access_token expires_in id_token refresh_token scope token_type',
    requests: ['refresh: a second time'],
  },
  {
    because: 'The scopes of OpenID Connect are about people.',
    certified: '200 access_token expires_in scope token_type',
    gatehouse: '400 invalid_scope',
    requests: ['client credentials: with openid'],
  },
];

let certified: AnsweringProvider;
let gatehouse: AnsweringProvider;

beforeAll(async () => {
  [certified, gatehouse] = await Promise.all([startCertifiedProvider(), startGatehouseProvider()]);
});
afterAll(() => Promise.all([certified.close(), gatehouse.close()]));

const titles = [...authorizeRequests, ...tokenRequests].map(({ title }) => title);

async function compared(title: string, answer: (provider: AnsweringProvider) => Promise<string>) {
  expectAnswers(differences, title, { certified: await answer(certified), gatehouse: await answer(gatehouse) });
}

describe('the authorization endpoint answers as the certified library', () => {
  test.each(authorizeRequests)('$title', (request) =>
    compared(request.title, (provider) => provider.authorize(request)),
  );
});

describe('the token endpoint answers as the certified library', () => {
  test.each(tokenRequests)('$title', (request) =>
    compared(request.title, (provider) => tokenOutcome(provider, request)),
  );
});

testDifferences({ differences, what: 'requests', titles, least: 150 });
