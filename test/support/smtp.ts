import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { untilStopped } from './running';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** As it was on the wire, without the dots of SMTP. */
  raw: string;
  mail: Email;
  /** Whether the connection was encrypted. */
  secure: boolean;
  /** Null without a login. */
  user: string | null;
}

/**
 * What the server does instead of accepting: a reply code, no reply, or a lost connection. `drop` loses the connection
 * after the whole mail has arrived, so that the client does not know if the server has it.
 */
export type Reply = number | 'silence' | 'drop' | null;
type Replies = Partial<Record<'mailFrom' | 'rcptTo' | 'data', Reply | Promise<Reply>>>;

export interface SmtpServer {
  url: string;
  port: number;
  /** Every mail that arrived completely, also if it was then rejected or dropped. */
  arrived: ReceivedMail[];
  /** Every mail that was accepted. */
  accepted: ReceivedMail[];
  /** Decides about the next mails. The server waits for a promise before it replies. */
  behave(replies: Replies): void;
  /** Resolves when this number of mails was accepted, or has arrived. */
  until(count: number, what?: 'accepted' | 'arrived'): Promise<void>;
  stop(): Promise<void>;
}

export interface Certificate {
  key: string;
  cert: string;
}

interface Options {
  port?: number;
  /** The user and the password that are required. */
  login?: { user: string; password: string };
  /** With a certificate, the server offers STARTTLS. */
  certificate?: Certificate;
  /** TLS from the start. */
  secure?: boolean;
}

/** Starts a real SMTP server on this machine. */
export async function startSmtp({ port = 0, login, certificate, secure = false }: Options = {}): Promise<SmtpServer> {
  const arrived: ReceivedMail[] = [];
  const accepted: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  let replies: Replies = {};

  const decide = async (
    coming: Reply | Promise<Reply> | undefined,
    session: SMTPServerSession,
    callback: (error?: Error | null) => void,
  ) => {
    const reply = await coming;
    if (reply === 'silence') return;
    if (reply === 'drop') drop(session);
    else if (typeof reply === 'number') callback(Object.assign(new Error('rejected'), { responseCode: reply }));
    else callback();
  };
  const drop = ({ id }: SMTPServerSession) => {
    for (const connection of server.connections) {
      if (connection.id === id) connection._socket.destroy();
    }
  };
  const server = new SMTPServer({
    logger: false,
    secure,
    authOptional: !login,
    disabledCommands: [...(login ? [] : ['AUTH' as const]), ...(certificate ? [] : ['STARTTLS' as const])],
    allowInsecureAuth: !certificate,
    ...certificate,
    closeTimeout: 100,
    onAuth(auth, _session, callback) {
      const isRight = auth.username === login?.user && auth.password === login?.password;
      callback(isRight ? null : new Error(`no ${auth.username} with ${auth.password}`), { user: auth.username });
    },
    onMailFrom: (_address, session, callback) => void decide(replies.mailFrom, session, callback),
    onRcptTo: (_address, session, callback) => void decide(replies.rcptTo, session, callback),
    onData(stream, session, callback) {
      const received = text(stream).then(async (raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail: ReceivedMail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          mail: await PostalMime.parse(raw),
          secure: session.secure,
          user: typeof session.user === 'string' ? session.user : null,
        };
        arrived.push(mail);
        for (const check of waiting) check();
        void decide(replies.data, session, (error) => {
          if (!error) accepted.push(mail);
          callback(error);
          for (const check of waiting) check();
        });
      });
      // The client has closed the connection.
      received.catch(() => {});
    },
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  const credentials = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
  return {
    url: `smtp${secure ? 's' : ''}://${credentials}127.0.0.1:${address.port}`,
    port: address.port,
    arrived,
    accepted,
    behave(next) {
      replies = next;
    },
    until: (count, what = 'accepted') =>
      new Promise((resolve) => {
        const check = () => {
          if ({ accepted, arrived }[what].length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    stop: untilStopped(
      () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          for (const connection of server.connections) connection._socket.destroy();
        }),
    ),
  };
}

/** Makes a certificate that signs itself, for 127.0.0.1 or another host. */
export async function makeCertificate(host = 'IP:127.0.0.1'): Promise<Certificate> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
  const [key, cert] = [path.join(folder, 'key'), path.join(folder, 'cert')];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=test', '-addext', `subjectAltName=${host}`];
  await promisify(execFile)('openssl', [...args, ...names, '-keyout', key, '-out', cert]);
  const certificate = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  await rm(folder, { recursive: true });
  return certificate;
}
