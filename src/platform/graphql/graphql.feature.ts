import type { Feature } from '../feature';
import { graphqlSettings } from './graphql.settings';

export const graphqlFeature = {
  settings: [graphqlSettings],
} satisfies Feature;
