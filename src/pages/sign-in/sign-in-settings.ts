import type { RegistrationMode } from '../../features/email-verification/email-verification.settings';
import { type EmailConfig, sendsMails } from '../../platform/email/email.settings';
import type { Limit } from '../../platform/rate-limits/limit-table';
import type { ShownProvider } from '../kit/provider';
import type { PagesConfig } from '../pages.settings';

/** The settings of the pages on which a person signs in. */
export interface SignInSettings {
  registration: RegistrationMode;
  emailVerification: 'optional' | 'required';
  passkeys: boolean;
  passkeyUpgrade: boolean;
  /** The domain of the passkeys. */
  passkeyRpId: string;
  emailLogin: boolean;
  providers: readonly ShownProvider[];
  pages: Pick<PagesConfig, 'areas'>;
  email: Pick<EmailConfig, 'transport'>;
  rateLimits: Readonly<Record<'MAIL_ADDRESS_PAUSE', Limit | null>>;
}

/** Whether people can register on the pages. With REGISTRATION=confirm, the account waits for an e-mail. */
export const canRegisterWith = (settings: Pick<SignInSettings, 'registration' | 'email'>): boolean =>
  settings.registration === 'open' || (settings.registration === 'confirm' && sendsMails(settings));
