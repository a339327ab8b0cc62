import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginLandingPageLocalDefault } from '@apollo/server/plugin/landingPage/default';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Context } from './context';

/** From where Apollo Sandbox, embedded or as its own site, calls an endpoint. */
export const sandboxOrigins = ['https://sandbox.embed.apollographql.com', 'https://studio.apollographql.com'] as const;

const loginExample = `mutation Login($input: LoginInput!) {
  login(input: $input) {
    success
    msg
    error { code fields { field msg } retryAfter limit }
    result { jwt genTs user { id email firstName lastName lastLoginTs } }
  }
}
`;

/** Apollo Sandbox on this endpoint, opened on a login. */
export function sandboxPage(): ApolloServerPlugin<Context> {
  return ApolloServerPluginLandingPageLocalDefault({
    embed: { endpointIsEditable: false, runTelemetry: false },
    document: loginExample,
    variables: { input: { email: 'ada@example.com', password: 'correct horse battery' } },
  });
}

/**
 * What that page needs and no more. The page itself narrows this to scripts and styles with its nonce, by a policy in
 * a meta element; a browser applies both.
 */
export function sandboxPolicy(): RequestHandler {
  const cdn = 'https://embeddable-sandbox.cdn.apollographql.com';
  const assets = 'https://apollo-server-landing-page.cdn.apollographql.com';
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'unsafe-inline'", cdn],
        styleSrc: ["'unsafe-inline'", cdn, 'https://fonts.googleapis.com'],
        fontSrc: ['https://fonts.gstatic.com'],
        imgSrc: [assets],
        manifestSrc: [assets],
        connectSrc: ["'self'"],
        frameSrc: [sandboxOrigins[0]],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    // Sandbox signs people in to Apollo, and runs OAuth before a request, in a popup that talks to the page.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  });
}
