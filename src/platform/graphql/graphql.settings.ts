import { flag, optional, settingsOn } from '../config/setting';

const setting = settingsOn('graphql');

export const graphqlSettings = {
  explorer: setting(
    'GRAPHQL_EXPLORER',
    optional(flag),
    'Whether introspection, suggestions in errors, Apollo Sandbox (`/graphql`) and GraphiQL (`/graphiql`) are on.',
    { defaultText: 'on outside production' },
  ),
};
