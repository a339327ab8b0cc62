import { z } from 'zod';
import { graphqlType, listOf } from '../../platform/operations/answer';

const scope = graphqlType('ResourceScope', 'A scope of an API.', {
  name: z.string().meta({ description: 'The name, for the parameter `scope`.', example: 'notes:read' }),
  text: z.string().meta({ description: 'What people read before they allow it.', example: 'Read your notes' }),
}).meta({ description: 'A scope.' });

const resource = graphqlType('ProtectedResource', 'An API for which applications get tokens (RFC 8707).', {
  id: z.string().meta({
    description: 'Its identifier, for the parameter `resource`: the `aud` of the tokens.',
    isId: true,
    example: 'https://mcp.example.com/mcp',
  }),
  name: z.string().meta({ description: 'The name, which people read.', example: 'Notes' }),
  scopes: z.array(scope).meta({ description: 'Its scopes, in the order of `RESOURCES`.' }),
}).meta({ description: 'An API.' });
export type ResourceForPeople = z.infer<typeof resource>;

export const protectedResourcesAnswer = listOf(resource, {
  property: 'resources',
  items: 'The APIs, in the order of `RESOURCES`.',
  is: 'The APIs.',
});
