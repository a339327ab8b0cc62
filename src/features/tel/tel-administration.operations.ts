import { operationsTagged } from '../../platform/operations/define-operation';
import { resumeTelCountryAnswer, telCountriesAnswer } from './tel.answers';
import { resumeTelCountryInput } from './tel.inputs';

const defineOperation = operationsTagged('Operation');

export const notPaused = 'This country is not paused.';

export const telCountries = defineOperation({
  name: 'telCountries',
  rest: ['GET /admin/tel/countries'],
  summary: 'List the countries of codes by SMS',
  does: 'Returns the countries to which codes were sent. The caller must be a super admin.',
  message: 'Countries returned.',
  caller: 'superAdmin',
  machine: 'read',
  answer: telCountriesAnswer,
});

export const resumeTelCountry = defineOperation({
  name: 'resumeTelCountry',
  rest: ['POST /admin/tel/countries/{country}/resume'],
  summary: 'End the pause of a country',
  does: 'Ends the pause of a country. The caller must be a super admin.',
  message: 'Codes are sent to the country again.',
  caller: 'superAdmin',
  input: resumeTelCountryInput,
  errors: { NOT_FOUND: notPaused },
  errorMessages: { NOT_FOUND: notPaused },
  answer: resumeTelCountryAnswer,
});
