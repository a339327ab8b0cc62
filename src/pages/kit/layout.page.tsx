import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { ProviderConfig } from '../../accounts/providers/providers.settings';
import type { BotChallenge } from '../../platform/errors/bot-challenge';
import { type Locale, locales } from '../../platform/request/locale';
import type { PageArea } from '../pages.settings';
import type { Words } from '../words/en';
import type { OwnTexts } from '../words/own-texts';
import { languageNames, wordsIn } from '../words/words-in';
import { Time } from './time.page';

/** A super admin who acts as a user. */
export interface Acting {
  userId: string;
  /** The e-mail address of the user. */
  user: string;
  /** The e-mail address of the super admin. */
  admin: string;
  until: Date;
}

type FooterLink = 'help' | 'terms' | 'privacy';

/** What surrounds the content of every page. */
export interface Frame {
  locale: Locale;
  /** The path of PUBLIC_URL, with which every own link begins. */
  base: string;
  /** The first page of a person who is signed in. Null if there are only the pages of links in e-mails. */
  home: string | null;
  /** The beginning of the links to the other languages of this page. The language follows. */
  languages: string;
  product: string;
  /** The words with the texts of the operator. */
  texts: OwnTexts;
  /** The application of the operator, HOME_URL. */
  homeUrl: string | null;
  /** The links at the bottom that the operator has set. */
  links: Readonly<Partial<Record<FooterLink, string>>>;
  /** Whether the forms have a field for a phone number. */
  asksPhone: boolean;
  areas: readonly PageArea[];
  hasOrganizations: boolean;
  /** False without a mail server: then a page that needs an e-mail says so. */
  sendsMails: boolean;
  /** For the names of the ways to sign in. */
  providers: readonly Pick<ProviderConfig, 'id' | 'label'>[];
  styles: { all: string; wide: string; theme: string | null };
  passkeyScript: string;
  pageScript: string;
  /** Solves puzzles, or is the script of a widget. Null with CHALLENGE=off. */
  challengeScript: string | null;
  logo: string | null;
  /** The logo on a dark ground. Null if the logo is for both. */
  darkLogo: string | null;
  /** The icons of providers, by their ids: a picture of the operator, or a mark in a picture with all marks. */
  providerIcons: Readonly<Record<string, { href: string; isPicture: boolean }>>;
  icon: string;
  acting: Acting | null;
  /** The address of the person, or of the user as whom they act. Null if nobody is signed in. */
  email: string | null;
  /** The application to which the person goes on after this page. */
  clientName: string | null;
  /** What the form of the page asks for. Null if nothing is asked for now. */
  botChallenge: BotChallenge | null;
}

/** What every view gets apart from its own properties. */
export interface ViewContext {
  words: Words;
  frame: Frame;
}

/** What a page gives to its layout. */
export interface Content {
  title: string;
  body: ComponentChildren;
  /** For pages with lists and tables. */
  wide?: boolean;
  /** Whether the page has a form for a passkey. */
  passkey?: boolean;
  /** Where the browser goes by itself: a redirect after a form is not allowed to lead to any other site (CSP `form-action`). */
  goesTo?: string;
  /** Whether only this answer to a form has the content. A link to another language would lose it, so there is none. */
  shownOnce?: boolean;
  /** Links on the right of the bar at the top. */
  menu?: ComponentChildren;
}

export function renderDocument(page: (context: ViewContext) => Content, frame: Frame): string {
  const { locale, home, product, styles, passkeyScript, pageScript, icon, acting } = frame;
  const words = frame.texts[locale] ?? wordsIn[locale];
  const content = page({ words, frame });
  const { title, body, wide = false, passkey = false, goesTo, shownOnce = false, menu } = content;
  const brand = <Brand frame={frame} />;
  const html = renderToString(
    <html lang={locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        {goesTo && <meta http-equiv="refresh" content={`0; url=${goesTo}`} />}
        <title>{`${title} – ${product}`}</title>
        <link rel="icon" href={icon} />
        <link rel="stylesheet" href={styles.all} />
        {wide && <link rel="stylesheet" href={styles.wide} />}
        {styles.theme && <link rel="stylesheet" href={styles.theme} />}
        {passkey && <script src={passkeyScript} defer />}
        <script src={pageScript} defer />
      </head>
      <body>
        <a class="skip" href="#content">
          {words.common.skip}
        </a>
        {acting && <ActingBar acting={acting} frame={frame} words={words} />}
        <header class="bar">
          {home === null ? (
            <span class="brand">{brand}</span>
          ) : (
            <a class="brand" href={home}>
              {brand}
            </a>
          )}
          {menu}
        </header>
        <main id="content" class={wide ? 'wide' : undefined} tabIndex={-1}>
          {body}
        </main>
        <Footer frame={frame} words={words} hasLanguages={!shownOnce} />
      </body>
    </html>,
  );
  return `<!doctype html>\n${acting ? forUser(html, acting) : html}\n`;
}

/** The name of the product, or its logo. */
function Brand({ frame: { logo, darkLogo, product } }: { frame: Frame }) {
  if (!logo) return <>{product}</>;
  const image = <img src={logo} alt={product} />;
  if (!darkLogo) return image;
  return (
    <picture>
      <source srcset={darkLogo} media="(prefers-color-scheme: dark)" />
      {image}
    </picture>
  );
}

/**
 * Names the user in every form. A form that was made for the super admin, or for another user, then changes nothing: the
 * super admin can begin or stop to act as a user in another window. The text of a person has no `<`.
 */
const forUser = (html: string, { userId }: Acting): string =>
  html.replaceAll(
    /<form method="post"[^>]*>/g,
    (tag) => `${tag}<input type="hidden" name="acting_as" value="${userId}">`,
  );

/** On every page while a super admin acts as a user, so that they cannot forget it. */
function ActingBar({ acting, frame, words }: { acting: Acting; frame: Frame; words: Words }) {
  const { label, text, until, stop } = words.console.acting;
  return (
    <aside class="acting" aria-label={label}>
      <p>
        {text(acting.admin)} <strong dir="auto">{acting.user}</strong>, {until}{' '}
        <Time at={acting.until} locale={frame.locale} />
      </p>
      <form method="post" action={`${frame.base}/stop-acting`}>
        <button type="submit" class="second">
          {stop}
        </button>
      </form>
    </aside>
  );
}

function Footer({ frame, words, hasLanguages }: { frame: Frame; words: Words; hasLanguages: boolean }) {
  const links = Object.entries(frame.links) as [FooterLink, string][];
  if (!hasLanguages && links.length === 0) return null;
  return (
    <footer>
      {hasLanguages && <Languages frame={frame} words={words} />}
      {links.length > 0 && (
        <ul>
          {links.map(([name, href]) => (
            <li>
              <a href={href}>{words.common.footer[name]}</a>
            </li>
          ))}
        </ul>
      )}
    </footer>
  );
}

const Languages = ({ frame: { languages, locale }, words }: { frame: Frame; words: Words }) => (
  <nav aria-label={words.common.language}>
    <ul>
      {locales.map((language) => (
        <li>
          <a
            href={`${languages}lang=${language}`}
            lang={language}
            hreflang={language}
            aria-current={language === locale ? 'true' : undefined}
          >
            {languageNames[language]}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
