import path from 'node:path';
import type { KeptMail } from '../platform/email/mailbox';
import type { Config } from './config';

type Settings = Pick<Config, 'database' | 'pages' | 'admin' | 'explorer'>;

const account =
  '{"email":"ada@example.com","first_name":"Ada","last_name":"Lovelace","password":"correct horse battery"}';

interface Found {
  /** The link that creates the first super admin. */
  setUp: string | null;
  /** The address of the mailbox. */
  mailbox: string | null;
}

const lineOf = (name: string, text: string) => `  ${name.padEnd(9)}  ${text}\n`;

export const setUpLine = (link: string) => lineOf('set up', `${link}   (creates the first super admin, for 1 hour)`);

/** The text for a developer: the addresses of a server that is ready, and a first request. */
export function welcome(config: Settings, port: number, { setUp, mailbox }: Found): string {
  const url = `http://localhost:${port}`;
  const database =
    config.database.kind === 'embedded' ? `embedded PostgreSQL (PGlite) in ${config.database.dataDir}` : 'PostgreSQL';
  const { areas } = config.pages;
  const pages = [
    ...(areas.includes('sign-in') ? ['/login'] : []),
    ...(areas.includes('account') ? ['/account'] : []),
    ...(areas.includes('console') && config.admin.enabled ? ['/console'] : []),
  ];
  const entries = [
    ...(pages.length > 0 ? [['pages', `${url}${pages.join(`, ${url}`)}`]] : []),
    ...(mailbox ? [['mails', `${mailbox}   (for development: no mail is sent)`]] : []),
    ['GraphQL', `POST ${url}/graphql${config.explorer ? '   (open it in a browser for Apollo Sandbox)' : ''}`],
    ['REST', `POST ${url}/auth/register, POST ${url}/auth/login`],
    ['database', database],
  ];
  const more = [
    ...(config.explorer ? [`all addresses ${url}`] : []),
    `keys ${url}/.well-known/jwks.json`,
    `manual ${path.join(__dirname, '../../docs/README.md')}`,
  ];
  return `
${setUp === null ? '' : `${setUpLine(setUp)}\n`}Gatehouse is ready on ${url}

${entries.map(([name = '', text = '']) => lineOf(name, text)).join('')}
Try:  curl ${url}/auth/register -H 'Content-Type: application/json' -d '${account}'
More: ${more.join(' · ')}

`;
}

/** A mail in the mailbox, for a developer who cannot open its page. The subject has what people have entered. */
export function mailLine({ to, subject, code, links }: Pick<KeptMail, 'to' | 'subject' | 'code' | 'links'>): string {
  const parts = [`mail to ${to}: ${subject}`, ...(code === null ? [] : [`code ${code}`]), ...links];
  return `${parts.join(' · ').replaceAll(/\p{Cc}/gu, ' ')}\n`;
}
