import type { RequestHandler } from 'express';
import { sendJson } from '../../platform/http/send-json';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { about, nullable, object, string } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { readVersion } from '../../platform/runtime/version';
import { home } from './documents.operations';

interface HomeSettings {
  publicUrl: string;
  explorer: boolean;
}

const homeEnvelope = successSchema(
  'HomeEnvelope',
  'What this service is, and where its APIs and documents are.',
  about(
    object({
      name: about(string, 'The name of the program: `Gatehouse`.'),
      version: about(string, 'The version of Gatehouse.'),
      graphql_url: about(string, 'The URL of the GraphQL API.'),
      rest_url: about(string, 'The URL that the paths of the REST API follow.'),
      openapi_url: about(string, 'The URL of the OpenAPI document.'),
      metadata_url: about(string, 'The URL of the metadata of the issuer.'),
      explorer_url: about(
        nullable(string),
        'The URL of a page with a GraphQL client, for people. Null if the setting `GRAPHQL_EXPLORER` is off.',
      ),
    }),
    'The service and its URLs.',
  ),
);

/** `/` is a page for people (`showHome`), and an envelope for programs. */
export function homeRoutes(settings: HomeSettings, showHome: RequestHandler): RestRoute[] {
  const envelope = homeBody({ ...settings, version: readVersion() });
  return [
    routeOf(home, {
      openapi: () => ({
        description:
          'Returns the version of Gatehouse and the URLs of its APIs and documents. A client that prefers `text/html`, such as a browser, gets a page. Anyone can call this operation.',
        success: {
          description: 'The version and the URLs.',
          headers: {
            Vary: {
              description: 'Contains `Accept`, because this header decides between JSON and HTML.',
              schema: string,
            },
          },
          schema: homeEnvelope,
          example: homeBody({ publicUrl: 'https://id.example.com', version: '1.2.3', explorer: false }),
          html: 'The same for people.',
          redirect: 'In production, for people: to their account, or to `HOME_URL`.',
        },
      }),
      handlers: [
        (req, res, next) => {
          res.vary('Accept');
          if (req.accepts(['json', 'html']) === 'html') return showHome(req, res, next);
          sendJson(res, envelope);
        },
      ],
    }),
  ];
}

const homeBody = ({ publicUrl, version, explorer }: HomeSettings & { version: string }) =>
  successEnvelope(home.message, {
    name: 'Gatehouse',
    version,
    graphql_url: `${publicUrl}/graphql`,
    rest_url: publicUrl,
    openapi_url: `${publicUrl}/openapi.json`,
    metadata_url: `${publicUrl}/.well-known/openid-configuration`,
    explorer_url: explorer ? `${publicUrl}/graphql` : null,
  });
