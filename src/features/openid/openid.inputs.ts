import { z } from 'zod';
import { deviceGrant } from '../../accounts/applications/device-authorization';
import { typedString } from '../../platform/request/input-parser';

/** The parameters of a request for tokens. Those that authenticate the client are checked before, by `parseClientCredentials`. */
export const tokenRequestForm = z
  .object({
    grantType: typedString.meta({
      description: `\`authorization_code\`, \`refresh_token\`, \`client_credentials\` or \`${deviceGrant}\`.`,
      example: 'authorization_code',
    }),
    code: z.string().optional().meta({
      description: 'The code that came with the browser.',
      example: 'nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE',
    }),
    deviceCode: z.string().optional().meta({
      description: 'The code of a device (RFC 8628).',
      example: 'nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE',
    }),
    redirectUri: z.string().optional().meta({
      description: 'The address to which the code was sent.',
      example: 'https://app.example.com/callback',
    }),
    codeVerifier: z.string().optional().meta({
      description: 'The text whose hash was the `code_challenge` (RFC 7636).',
      example: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    }),
    refreshToken: z.string().optional().meta({
      description: 'The refresh token of the last answer.',
      example: 'UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw',
    }),
    scope: z.string().optional().meta({
      description: 'What the access token is for, separated by spaces. Without it, everything that was allowed.',
      example: 'openid email',
    }),
    resource: z.string().optional().meta({
      description:
        'The API that the access token is for (RFC 8707), one of `RESOURCES`. Without it, that of the code or the session.',
      example: 'https://mcp.example.com/mcp',
    }),
    clientId: z.string().optional().meta({
      description: 'The client id, if the client does not authenticate in the `Authorization` header.',
      example: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de',
    }),
    clientSecret: z.string().meta({ format: 'password' }).optional().meta({
      description: 'The client secret, likewise. A public client has none.',
      example: 'h2ZpB4JdR0r0yH8mV1nT3sQ6wX9uK5cE7aL2gF4jM8o',
    }),
  })
  .meta({ title: 'TokenRequestForm' });
