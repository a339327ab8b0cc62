import { z } from 'zod';
import { personName } from '../../accounts/users/user.inputs';
import { loneSurrogate, optionalTextWith, textWith } from '../../platform/request/input-parser';

/** As many as one request can import. The command has no such bound. */
export const mostPeople = 500;
/** Characters: no request of the administration API has more bytes. Only a form of the console can have more. */
const longestContent = 64 * 1024;

export const peopleRule = `must have 1 to ${mostPeople} people: for more, use the command`;

const content = z
  .string()
  .max(longestContent, `must have at most ${longestContent / 1024} kB: for more, use the command`)
  .refine((text) => !loneSurrogate.test(text), 'must be valid Unicode text');

export const importUsersInput = z
  .object({
    content: textWith(content).meta({
      description: `The text of an import file: NDJSON, a JSON array or CSV, with at most ${mostPeople} people. The whole request has at most ${longestContent / 1024} kB. For more, use the command \`import users\`.`,
      example: 'email,first_name,last_name\ngrace@example.com,Grace,Hopper\n',
    }),
    dryRun: z.boolean('must be true or false').nullish().meta({
      description:
        'Whether the lines are only checked, also against the accounts, and nothing is written. False by default.',
      example: true,
    }),
    missingName: optionalTextWith(personName).meta({
      description:
        'The name of people whose first or last name is missing or blank: 1 to 100 characters. Without it, such a line is rejected.',
      example: '-',
    }),
  })
  .meta({ description: 'The people that `importUsers` imports.' });
