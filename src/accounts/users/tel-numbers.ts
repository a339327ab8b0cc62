import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { ConfigError } from '../../platform/config/config-error';
import type { SmsConfig } from '../../platform/sms/sms.settings';

/** A phone number that is one, of a country. */
export interface TelNumber {
  e164: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Also where nobody can tell it from a number of a landline, as in the USA. */
  isMobile: boolean;
  /** The code of the country and the first four digits of the number. */
  prefix: string;
}

/** Where nobody pays for a message, and only people have numbers. Premium numbers and those of programs are others. */
const mobile = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/** Reads phone numbers. What it needs is loaded with the first one, and only with SMS_URL: it takes 10 MB. */
export class TelNumbers {
  constructor(private readonly sms: Pick<SmsConfig, 'url' | 'countries'>) {}

  /** Whether codes can be sent. */
  get isOn(): boolean {
    return this.sms.url !== null && this.sms.countries.length > 0;
  }

  get countries(): readonly string[] {
    return this.sms.countries;
  }

  /** A number without a country is of the first country of SMS_COUNTRIES. Null for what is no number. */
  parse(text: string): TelNumber | null {
    const [defaultCountry] = this.sms.countries as CountryCode[];
    const options = { extract: false, ...(defaultCountry && { defaultCountry }) };
    const number = library().parsePhoneNumberFromString(text.trim(), options);
    return number?.isValid() && !number.ext && number.country ? toTelNumber(number, number.country) : null;
  }

  /** Returns the form of E.164. Null for what is no number, and without SMS_URL. */
  e164Of(text: string | null): string | null {
    return this.sms.url === null || text === null ? null : (this.parse(text)?.e164 ?? null);
  }

  /** @throws ConfigError if SMS_COUNTRIES has a country that has no numbers */
  check(): void {
    const unknown = this.sms.countries.find((country) => !library().isSupportedCountry(country));
    if (unknown !== undefined)
      throw new ConfigError([`SMS_COUNTRIES has ${unknown}, which is no country with numbers`]);
  }
}

const toTelNumber = (number: PhoneNumber, country: string): TelNumber => ({
  e164: number.number,
  country,
  isMobile: mobile.includes(number.getType() ?? ''),
  prefix: `${number.countryCallingCode} ${number.nationalNumber.slice(0, 4)}`,
});

const library = () => require('libphonenumber-js/max') as typeof import('libphonenumber-js/max');
