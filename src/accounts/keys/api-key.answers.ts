import { z } from 'zod';
import { answerType, exampleTs } from '../../platform/operations/answer';
import { organizationSummary } from '../memberships/membership.answers';

const name = (description: string) => z.string().meta({ description });

export const apiKeyRecord = answerType('ApiKey', 'A key with which a program acts as its user.', {
  id: z.uuid().meta({ description: 'The id of the key.', example: '01a1fafd-5d48-74fb-874f-7e0ccacee987' }),
  name: z.string().meta({ description: 'The name, which the user has chosen.', example: 'Nightly backup' }),
  lastCharacters: z.string().meta({ description: 'The last four characters of the key.', example: '5Ef6' }),
  resource: z.string().nullable().meta({
    description: 'The API of `RESOURCES` for which the key is. Null: for what takes the tokens of logins.',
    example: null,
  }),
  scopes: z.array(name('A scope.')).readonly().meta({ description: 'The scopes of the key.', example: [] }),
  roles: z
    .array(name('The name of a role.'))
    .readonly()
    .meta({ description: 'The roles of the key. It has those that the user has, too.', example: [] }),
  organization: organizationSummary.nullable().meta({
    description: 'The organization in whose name the program acts, with the roles that the user has in it. Null: none.',
    example: null,
  }),
  createdTs: z.date().meta({ description: 'When the key was created.', example: exampleTs }),
  expiresTs: z.date().meta({ description: 'When the key ends.', example: new Date('2027-02-18T17:30:15.123Z') }),
  lastUsedTs: z
    .date()
    .nullable()
    .meta({ description: 'When the key was last used, to the hour. Null: never.', example: null }),
  lastUsedIp: z
    .string()
    .nullable()
    .meta({ description: 'The IP address of the first use in that hour.', example: null }),
});
