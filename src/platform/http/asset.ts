import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { keysOf } from '../runtime/keys-of';
import type { Route } from './routes';

/** A file that pages load. Its name has a hash of the content, so browsers keep it forever. */
export interface Asset {
  /** For example `style-x7Yq0aGk2fM.css`. */
  name: string;
  type: string;
  content: Buffer;
}

export function createAsset(name: string, extension: string, type: string, content: Buffer): Asset {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 11);
  return { name: `${name}-${hash}${extension}`, type, content };
}

/** `caching` says how long browsers and proxies keep the file, as in `Cache-Control`. */
export function sendAsset(
  res: ServerResponse,
  { type, content }: Pick<Asset, 'type' | 'content'>,
  caching: string,
): void {
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', content.length);
  res.setHeader('Cache-Control', `public, ${caching}`);
  res.end(content);
}

/** The best first. */
const encodings = { br: promisify(brotliCompress), gzip: promisify<Buffer, Buffer>(gzip) } as const;
type Encoding = keyof typeof encodings;
const names = keysOf(encodings);

/** Pictures such as PNG are compressed already. */
const isText = (type: string): boolean => /^text\/|^image\/svg/.test(type);

/** The routes that serve these files, below `folder`, for example `/pages/`. Texts are compressed once, when they are first asked for. */
export const assetRoutes = (folder: string, assets: readonly Asset[]): Route[] =>
  assets.map(({ name, type, content }) => {
    const compressed = new Map<Encoding, Promise<Buffer>>();
    const compress = (encoding: Encoding): Promise<Buffer> => {
      const made = compressed.get(encoding) ?? encodings[encoding](content);
      compressed.set(encoding, made);
      return made;
    };
    return {
      method: 'get',
      path: `${folder}${name}`,
      api: 'pages',
      operation: { name: 'page' },
      handlers: [
        async (req, res) => {
          // The hash is in the name, so the content never changes.
          const caching = 'max-age=31536000, immutable';
          if (!isText(type)) return sendAsset(res, { type, content }, caching);
          res.setHeader('Vary', 'Accept-Encoding');
          const encoding = names.find((one) => req.acceptsEncodings(one) === one);
          if (!encoding) return sendAsset(res, { type, content }, caching);
          res.setHeader('Content-Encoding', encoding);
          sendAsset(res, { type, content: await compress(encoding) }, caching);
        },
      ],
    };
  });
