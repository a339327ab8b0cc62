import { z } from 'zod';
import { typedString } from '../../platform/request/input-parser';

export const userinfoForm = z
  .object({
    accessToken: typedString.optional().meta({
      description: 'The access token, if it is not in the `Authorization` header.',
      example: 'eyJhbGciOiJFUzI1NiIs…',
    }),
  })
  .meta({ title: 'UserinfoForm' });
