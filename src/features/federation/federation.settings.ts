import { flag, optional, randomSecret, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('graphql');

export const federationSettings = {
  federation: setting(
    'FEDERATION',
    flag.default(false),
    'Whether the GraphQL API is a subgraph of Federation 2: see [Supergraph](../integrate/supergraph.md).',
    { defaultText: 'off' },
  ),
  /** Null if no router gets more than the access token of the request allows. */
  federationSecret: setting(
    'FEDERATION_SECRET',
    optional(randomSecret),
    'The router sends it in `X-Router-Secret` to read the schema, and the id, name and own fields (`USER_FIELDS`) of each user.',
    {
      conflict: ({ FEDERATION, FEDERATION_SECRET }) =>
        FEDERATION_SECRET && !FEDERATION ? 'is set, but FEDERATION is not. Set FEDERATION=on as well' : null,
    },
  ),
};
