import { optional, serviceUrl, settingsOn } from '../../platform/config/setting';
import { webhookSecret } from '../../platform/webhooks/webhooks.settings';

const setting = settingsOn('accounts');

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
    optional(webhookSecret),
    'With this secret, Gatehouse signs its requests to the hook.',
    { example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwzB1Y6Vn2qmE=' },
  ),
};
