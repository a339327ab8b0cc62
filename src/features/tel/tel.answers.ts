import { z } from 'zod';
import { exampleUser, userRecord } from '../../accounts/users/user.answers';
import { answerOf, answerType, graphqlType, listOf, nothing } from '../../platform/operations/answer';

export const sendTelVerificationAnswer = answerOf(
  graphqlType('SendTelVerificationResult', 'A phone number that waits for its code.', {
    tel: z.string().meta({ description: 'The number, as it was sent.', example: '+41 79 123 45 67' }),
    expiresInS: z.int().meta({
      description: 'How long the code is valid, in seconds.',
      name: 'expiresIn',
      example: 600,
    }),
  }),
  { is: 'The number.', envelope: 'A phone number that waits for its code.', response: 'The answer to every number.' },
);

export const confirmTelAnswer = answerOf(userRecord, {
  is: 'The user with the confirmed number.',
  envelope: 'The user.',
  envelopeName: 'RegisterEnvelope',
  response: 'The number is confirmed.',
  example: { ...exampleUser, tel: '+41 79 123 45 67', telVerified: true },
});

const telCountry = answerType('TelCountry', 'The codes to a country in the last 14 days (UTC).', {
  country: z.string().meta({ description: 'ISO 3166-1 alpha-2.', example: 'CH' }),
  sent: z.int().meta({ description: 'How many codes were sent.', example: 40 }),
  confirmed: z.int().meta({ description: 'How many of them were confirmed.', example: 35 }),
  pausedUntilTs: z.date().nullable().meta({ description: 'Nothing is sent until then, or null.', example: null }),
});
export type TelCountry = z.infer<typeof telCountry>;

export const telCountriesAnswer = listOf(telCountry, {
  property: 'countries',
  items: 'The countries, by code.',
  is: 'The countries.',
});

export const resumeTelCountryAnswer = nothing('Codes are sent to the country again.');
