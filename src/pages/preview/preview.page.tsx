import { passkeyRecord } from '../../accounts/factors/passkey.answers';
import { exampleIdentity } from '../../accounts/providers/identity.answers';
import { exampleUser } from '../../accounts/users/user.answers';
import { exampleClient } from '../../features/oauth-clients/client-administration.answers';
import { mailTemplates } from '../../platform/email/mail-template';
import { exampleOf, exampleTs } from '../../platform/operations/answer';
import { locales } from '../../platform/request/locale';
import { ProfilePage } from '../account/account.page';
import { accountSections } from '../account/account.routes';
import { SecurityPage } from '../account/account-security.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { NotFoundPage } from '../kit/problem.page';
import { userFieldsForm } from '../kit/user-fields-form';
import { ConsentPage } from '../sign-in/consent.page';
import { AddressPage, CodePage, LoginPage, LogoutPage, RegisterPage, SecondFactorPage } from '../sign-in/sign-in.page';
import { languageNames } from '../words/words-in';

type View = (context: ViewContext) => Content;

const nowhere = { problem: null, returnTo: null } as const;
const passkeyOptions = { challenge: '' };
const own = userFieldsForm([], {});
const user = { ...exampleUser, emailVerified: true };
const nav = { sections: accountSections, hasConsole: false };

/** The pages of the preview, by their paths without the first slash. The people and the applications are examples. */
export const previewed: Readonly<Record<string, View>> = {
  login: (context) =>
    LoginPage(
      {
        ...nowhere,
        passkeyOptions,
        passkeyUpgrade: false,
        unknownPasskey: null,
        canRegister: true,
        byMail: true,
        providers: context.frame.providers,
        notes: [],
        ended: null,
        last: context.frame.providers[0]?.id ?? null,
      },
      context,
    ),
  register: (context) => RegisterPage({ ...nowhere, providers: context.frame.providers, values: {}, own }, context),
  forgot: (context) => AddressPage({ ...nowhere, step: 'forgot' }, context),
  'register/code': (context) =>
    CodePage(
      { ...nowhere, step: 'register', email: user.email, withPassword: false, waitS: 60, canSendAgain: true },
      context,
    ),
  'login/second-factor': (context) =>
    SecondFactorPage(
      { ...nowhere, challenge: { token: '', factors: ['passkey', 'totp'], passkeyOptions }, passkeyUpgrade: false },
      context,
    ),
  consent: (context) =>
    ConsentPage(
      {
        request: '',
        client: exampleClient,
        redirectUri: exampleClient.redirectUris[0] ?? '',
        scopes: exampleClient.scopes,
        resource: null,
        organization: null,
        email: user.email,
        userId: user.id,
      },
      context,
    ),
  account: (context) =>
    ProfilePage(
      {
        user,
        hasPassword: true,
        signals: null,
        note: null,
        waitS: 0,
        typed: null,
        change: null,
        confirmsTel: true,
        own,
        nav,
        ...nowhere,
      },
      context,
    ),
  'account/security': (context) =>
    SecurityPage(
      {
        facts: {
          user,
          factors: {
            twoStep: true,
            hasPassword: true,
            isTwoStepRequired: false,
            totp: true,
            twoStepTs: exampleTs,
            totpTs: exampleTs,
            passkeys: [exampleOf(passkeyRecord)],
            recoveryCodes: 8,
          },
          identities: context.frame.providers.slice(0, 1).map(({ id }) => ({ ...exampleIdentity, provider: id })),
          providers: context.frame.providers,
          passkeys: true,
          passkeyRpId: '',
          emailLogin: true,
          sendsMails: true,
          isActing: false,
        },
        note: 'passkey-added',
        returnTo: null,
        nav,
      },
      context,
    ),
  logout: (context) => LogoutPage({ returnTo: null }, context),
  'not-found': (context) => NotFoundPage({}, context),
};

/** The list of all pages and mails, in English as the command. */
export const previewIndex = (): Content => ({
  title: 'Preview',
  wide: true,
  shownOnce: true,
  body: (
    <div class="stack-wide">
      <h1>Preview</h1>
      <p>
        The pages and the mails of this installation, with the files of its settings as they are now. Change a file, and
        load a page again. Nothing that you do here has an effect.
      </p>
      <Links title="Pages" names={Object.keys(previewed)} folder="/" />
      <Links title="Mails" names={mailTemplates.all().map(({ name }) => name)} folder="/mails/" />
    </div>
  ),
});

interface LinksProps {
  title: string;
  names: readonly string[];
  folder: string;
}

const Links = ({ title, names, folder }: LinksProps) => (
  <section class="card stack">
    <h2>{title}</h2>
    <ul class="rows">
      {names.map((name) => (
        <li>
          <div>
            <code>{name}</code>
          </div>
          <ul class="links">
            {locales.map((locale) => (
              <li>
                <a
                  href={`${folder}${name}?lang=${locale}`}
                  hreflang={locale}
                  aria-label={`${name}: ${languageNames[locale]}`}
                >
                  {languageNames[locale]}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  </section>
);
