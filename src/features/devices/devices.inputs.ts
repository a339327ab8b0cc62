import { z } from 'zod';
import { typedString } from '../../platform/request/input-parser';

/** The parameters of RFC 8628, section 3.1. */
export const deviceAuthorizationForm = z
  .object({
    clientId: typedString.meta({
      description: 'The client id.',
      example: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de',
    }),
    scope: z.string().optional().meta({
      description: 'What the device asks for, separated by spaces. Others than those of the client are ignored.',
      example: 'openid offline_access',
    }),
    resource: z.string().optional().meta({
      description: 'The API that the access tokens are for (RFC 8707), one of `RESOURCES`.',
      example: 'https://mcp.example.com/mcp',
    }),
  })
  .meta({ title: 'DeviceAuthorizationForm' });
