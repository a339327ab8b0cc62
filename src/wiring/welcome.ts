import path from 'node:path';
import type { Config } from '../platform/config/config';
import { isLoopback } from '../platform/runtime/loopback';

type Settings = Pick<Config, 'database' | 'pages' | 'admin' | 'email' | 'publicUrl' | 'explorer'>;

const account =
  '{"email":"ada@example.com","first_name":"Ada","last_name":"Lovelace","password":"correct horse battery"}';

/**
 * The text for a developer: how to create the first super admin (`setUp`), the addresses of a server that is ready, and a
 * first request.
 */
export function welcome(config: Settings, port: number, setUp: string | null): string {
  const url = `http://localhost:${port}`;
  const database =
    config.database.kind === 'embedded' ? `embedded PostgreSQL (PGlite) in ${config.database.dataDir}` : 'PostgreSQL';
  const { areas } = config.pages;
  const pages = [
    ...(areas.includes('sign-in') ? ['/login'] : []),
    ...(areas.includes('account') ? ['/account'] : []),
    ...(areas.includes('console') && config.admin.enabled ? ['/console'] : []),
  ];
  const hasMailbox = config.email.transport === 'mailbox' && isLoopback(new URL(config.publicUrl).hostname);
  const entries = [
    ['database', database],
    ['GraphQL', `POST ${url}/graphql${config.explorer ? '   (open it in a browser for Apollo Sandbox)' : ''}`],
    ['REST', `POST ${url}/auth/register, POST ${url}/auth/login`],
    ['keys', `GET ${url}/.well-known/jwks.json`],
    ...(config.explorer ? [['links', `${url}   (all addresses, for a browser)`]] : []),
    ...(pages.length > 0 ? [['pages', `${url}${pages.join(`, ${url}`)}`]] : []),
    ...(hasMailbox ? [['mails', `${url}/dev/mailbox   (for development: no mail is sent)`]] : []),
    ['manual', path.join(__dirname, '../../docs/README.md')],
  ];
  return `
${setUp === null ? '' : `${setUp}\n\n`}Gatehouse is ready on ${url}

${entries.map(([name = '', text]) => `  ${name.padEnd(9)}  ${text}\n`).join('')}
Try:  curl ${url}/auth/register -H 'Content-Type: application/json' -d '${account}'

`;
}
