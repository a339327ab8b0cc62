import type { RequestHandler } from 'express';
import { devicePaths } from '../../accounts/applications/device-authorization';
import {
  type OAuthErrorName,
  oauthFailures,
  oauthForm,
  renderOAuthError,
} from '../../accounts/applications/oauth-errors.rest';
import { type FormBody, formBody } from '../../platform/http/form-body';
import { bodyBytes } from '../../platform/http/http-limits';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { about, component, object, string } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { startDeviceSignIn } from './devices.operations';
import type { DevicesService, IssuedDeviceCodes } from './devices.service';

const codesSchema = component('DeviceCodes', 'The codes of a device (RFC 8628, section 3.2).', () =>
  object({
    device_code: about(string, 'What the device sends to the token endpoint. A secret.'),
    user_code: about(string, 'What the device shows, and the user types.'),
    verification_uri: about(string, 'The page on which the user types the code. There is no URL with the code.'),
    expires_in: about({ type: 'integer' }, 'The lifetime of both codes in seconds.'),
    interval: about({ type: 'integer' }, 'How many seconds the device waits between two requests for its tokens.'),
  }),
);

const { schema, nameOf, bodyOf } = oauthFailures;
const otherNames = ['unauthorized_client', 'invalid_scope', 'invalid_target'] as const satisfies OAuthErrorName[];

const toRecord = (publicUrl: string, { deviceCode, userCode, expiresInS, intervalS }: IssuedDeviceCodes) => ({
  device_code: deviceCode,
  user_code: userCode,
  verification_uri: publicUrl + devicePaths.page,
  expires_in: expiresInS,
  interval: intervalS,
});

/** The service is loaded with the first request. */
export function deviceRoutes(devices: () => Pick<DevicesService, 'start'>, publicUrl: string): RestRoute[] {
  const start: RequestHandler = async (req, res) => {
    const form: FormBody = req.body;
    const fields = {
      clientId: form.get('client_id'),
      scope: form.get('scope'),
      resource: form.get('resource'),
    };
    sendJson(res, toRecord(publicUrl, await devices().start(fields, contextOf(req, res))));
  };
  return [
    routeOf(startDeviceSignIn, {
      openapi: () => ({
        ...oauthForm(),
        failure: { schema, nameOf, otherNames, bodyOf },
        success: {
          description: 'The codes.',
          schema: codesSchema,
          example: toRecord('https://accounts.example.com', exampleCodes),
        },
      }),
      handlers: [formBody(bodyBytes.rest), start],
      renderError: renderOAuthError,
    }),
  ];
}

const exampleCodes: IssuedDeviceCodes = {
  deviceCode: 'nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE',
  userCode: 'WDJB-MJHT',
  expiresInS: 600,
  intervalS: 5,
};
