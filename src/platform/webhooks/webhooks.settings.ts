import { Secret } from '../config/secret';
import { networks, settingsOn, text } from '../config/setting';
import { parseWebhookSecret } from './standard-webhooks';

const setting = settingsOn('webhooks');

/** With which Gatehouse signs its requests to a service of the operator. */
export const webhookSecret = text
  .refine(
    (value) => parseWebhookSecret(value) !== null,
    'must be whsec_ and the base64 of 24 to 64 random bytes, such as the output of: echo "whsec_$(openssl rand -base64 32)"',
  )
  .transform((value) => new Secret(value));

export const webhooksSettings = {
  webhookNetworks: setting(
    'WEBHOOK_NETWORKS',
    networks.default([]),
    'The private networks to which webhooks and logouts may be sent. With a loopback network, also without TLS to an address in it.',
    { example: '10.20.0.0/16' },
  ),
};
