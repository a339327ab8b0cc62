import { networks, settingsOn } from '../config/setting';

const setting = settingsOn('webhooks');

export const webhooksSettings = {
  webhookNetworks: setting(
    'WEBHOOK_NETWORKS',
    networks.default([]),
    'The private networks to which webhooks and logouts may be sent. With a loopback network, also without TLS to an address in it.',
    { example: '10.20.0.0/16' },
  ),
};
