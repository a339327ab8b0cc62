import path from 'node:path';
import type { Config } from '../platform/config/config';

type Settings = Pick<Config, 'database' | 'pages' | 'admin' | 'explorer'>;

const account =
  '{"email":"ada@example.com","first_name":"Ada","last_name":"Lovelace","password":"correct horse battery"}';

interface Found {
  /** How to create the first super admin. */
  setUp: string | null;
  /** The address of the mailbox. */
  mailbox: string | null;
}

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
    ['database', database],
    ['GraphQL', `POST ${url}/graphql${config.explorer ? '   (open it in a browser for Apollo Sandbox)' : ''}`],
    ['REST', `POST ${url}/auth/register, POST ${url}/auth/login`],
    ['keys', `GET ${url}/.well-known/jwks.json`],
    ...(config.explorer ? [['links', `${url}   (all addresses, for a browser)`]] : []),
    ...(pages.length > 0 ? [['pages', `${url}${pages.join(`, ${url}`)}`]] : []),
    ...(mailbox ? [['mails', `${mailbox}   (for development: no mail is sent)`]] : []),
    ['manual', path.join(__dirname, '../../docs/README.md')],
  ];
  return `
${setUp === null ? '' : `${setUp}\n\n`}Gatehouse is ready on ${url}

${entries.map(([name = '', text]) => `  ${name.padEnd(9)}  ${text}\n`).join('')}
Try:  curl ${url}/auth/register -H 'Content-Type: application/json' -d '${account}'

`;
}
