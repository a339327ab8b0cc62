import { createHash } from 'node:crypto';
import http from 'node:http';
import { listening } from './listening';
import { untilStopped } from './running';

export interface RangeApiPeer {
  url: string;
  /** The requests so far, with the header that asks for padding. */
  asked: { path: string; padding: string | undefined; userAgent: string | undefined }[];
  /** What the next requests get. `hang`: the headers and a part of the body. */
  behavior: 'answer' | 'hang' | 'fail' | 'html' | 'endless' | 'redirect';
  stop(): Promise<void>;
}

const sha1 = (password: string): string => createHash('sha1').update(password).digest('hex').toUpperCase();

/** A peer that answers as https://api.pwnedpasswords.com does, for these stolen passwords. Their count is 3. */
export async function startRangeApi(passwords: readonly string[]): Promise<RangeApiPeer> {
  const hashes = passwords.map(sha1);
  const server = http.createServer((req, res) => {
    const { url = '', headers } = req;
    peer.asked.push({ path: url, padding: String(headers['add-padding']), userAgent: headers['user-agent'] });
    const [, prefix] = /^\/range\/([0-9A-F]{5})$/.exec(url) ?? [];
    if (prefix === undefined) return void res.writeHead(400).end('The hash prefix was not in a valid format');
    if (peer.behavior === 'fail') return void res.writeHead(503, { 'Retry-After': '2' }).end('busy');
    if (peer.behavior === 'redirect') return void res.writeHead(302, { Location: `/range/${prefix}` }).end();
    res.writeHead(200, { 'Content-Type': 'text/plain' });
    if (peer.behavior === 'html') return void res.end('<html>Sign in to this network</html>');
    if (peer.behavior === 'hang') return void res.write(`${padding(prefix)[0]}\r\n`);
    if (peer.behavior === 'endless') {
      const write = () => {
        while (!res.destroyed && res.write(`${padding(prefix).join('\r\n')}\r\n`));
      };
      res.on('drain', write);
      return write();
    }
    const found = hashes.filter((hash) => hash.startsWith(prefix)).map((hash) => `${hash.slice(5)}:3`);
    res.end([...padding(prefix), ...found].sort().join('\r\n'));
  });
  const peer: RangeApiPeer = {
    url: await listening(server),
    asked: [],
    behavior: 'answer',
    stop: untilStopped(async () => {
      server.closeAllConnections();
      server.close();
    }),
  };
  return peer;
}

/** A line of padding has the count 0: it is no stolen password. One of them is that of `paddedPassword`. */
export const paddedPassword = 'a password of the padding';
const padding = (prefix: string): string[] => [
  ...Array.from({ length: 800 }, (_, i) => `${sha1(`${prefix} ${i}`).slice(5)}:0`),
  `${sha1(paddedPassword).slice(5)}:0`,
];
