import { z } from 'zod';
import { parseDomain } from '../../platform/config/domain';
import { list, oneOf, optional, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('accounts');

const domains = list.transform((entries, context): readonly string[] => {
  const parsed = entries.map(parseDomain);
  if (parsed.length > 0 && !parsed.includes(null)) return parsed.filter((domain) => domain !== null);
  context.addIssue({ code: 'custom', message: 'must be domains such as example.com, separated by commas' });
  return z.NEVER;
});

export const emailVerificationSettings = {
  registration: setting(
    'REGISTRATION',
    oneOf(['open', 'confirm', 'closed']).default('open'),
    'Who can register. `open`: everyone. `confirm`: the link in an e-mail and a password create the account, and no answer says whether an address has one. `closed`: only who is invited, by an operator or to an organization.',
  ),
  registerDomains: setting(
    'REGISTER_DOMAINS',
    optional(domains),
    'The domains of the e-mail addresses that can register, or become the new address of an account, without their subdomains. Operators create, invite and import any address. Unset: every domain.',
    { example: 'example.com,example.org' },
  ),
  emailVerification: setting(
    'EMAIL_VERIFICATION',
    oneOf(['optional', 'required']).default('optional'),
    'Whether a first login needs a verified e-mail address.',
  ),
};

export type RegistrationMode = 'open' | 'confirm' | 'closed';
