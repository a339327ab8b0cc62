import { flag, optional, setting } from '../config/setting';

export const graphqlSettings = {
  explorer: setting(
    'GRAPHQL_EXPLORER',
    optional(flag),
    'whether introspection, suggestions and the Sandbox page are on',
    { defaultText: 'on outside production' },
  ),
};
