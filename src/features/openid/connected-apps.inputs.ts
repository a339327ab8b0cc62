import { z } from 'zod';
import { typedString } from '../../platform/request/input-parser';

export const disconnectAppInput = z
  .object({
    clientId: typedString.meta({
      format: 'uuid',
      description: 'The client id of the application: a UUID.',
      example: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de',
    }),
  })
  .meta({ description: 'The application that `disconnectApp` disconnects.' });
