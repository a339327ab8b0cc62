import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginLandingPageLocalDefault } from '@apollo/server/plugin/landingPage/default';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { GraphqlContext } from './graphql-context';

/** Apollo Sandbox sends requests from these origins: embedded in a page, or on its own site. */
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

export function sandboxPage(): ApolloServerPlugin<GraphqlContext> {
  return ApolloServerPluginLandingPageLocalDefault({
    embed: { endpointIsEditable: false, runTelemetry: false },
    document: loginExample,
    variables: { input: { email: 'ada@example.com', password: 'correct horse battery' } },
  });
}

/**
 * Allows only the sources that the Sandbox page needs. The page also restricts scripts and styles to its nonce, in a
 * meta element. A browser applies both policies.
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
    // Sandbox opens a popup for the sign-in to Apollo and for OAuth. The popup sends messages to the page.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  });
}
