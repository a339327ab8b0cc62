import { Secret } from '../../platform/config/secret';
import { optional, serviceUrl, settingsOn, text } from '../../platform/config/setting';
import { parseWebhookSecret } from '../../platform/webhooks/standard-webhooks';

const setting = settingsOn('accounts');

const hookSecret = text
  .refine(
    (value) => parseWebhookSecret(value) !== null,
    'must be whsec_ and the base64 of 24 to 64 random bytes, such as the output of: echo "whsec_$(openssl rand -base64 32)"',
  )
  .transform((value) => new Secret(value));

export const hooksSettings = {
  hookBeforeRegister: setting(
    'HOOK_BEFORE_REGISTER',
    optional(serviceUrl),
    'Your service that decides about registrations. See [A hook that decides](../operate/registration-and-passwords.md#let-your-service-decide).',
    {
      example: 'https://backend.example.com/before-register',
      conflict: ({ HOOK_BEFORE_REGISTER, HOOK_SECRET }) =>
        HOOK_BEFORE_REGISTER !== undefined && HOOK_SECRET === undefined ? 'cannot be set without HOOK_SECRET' : null,
    },
  ),
  hookSecret: setting(
    'HOOK_SECRET',
    optional(hookSecret),
    'With this secret, Gatehouse signs its requests to the hook.',
    { example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwzB1Y6Vn2qmE=' },
  ),
};
