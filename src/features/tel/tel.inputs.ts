import { z } from 'zod';
import { sixDigits } from '../../platform/one-time-tokens/token-proof.inputs';
import { lineOf, optionalTextWith, textWith } from '../../platform/request/input-parser';

export const sendTelVerificationInput = z
  .object({
    tel: optionalTextWith(lineOf(32)).meta({
      description: 'By default, the number of the account.',
      example: '+41 79 123 45 67',
    }),
  })
  .meta({ description: 'The number to confirm.' });

export const confirmTelInput = z
  .object({
    code: textWith(sixDigits('message')).meta({ description: '6 digits.', example: '402913' }),
  })
  .meta({ description: 'The code.' });

export const resumeTelCountryInput = z
  .object({ country: textWith(z.string()).meta({ description: 'As `telCountries` returns it.', example: 'CH' }) })
  .meta({ description: 'The country.' });
