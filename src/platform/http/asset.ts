import { createHash } from 'node:crypto';
import type { Response } from 'express';
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
export function sendAsset(res: Response, { type, content }: Pick<Asset, 'type' | 'content'>, caching: string): void {
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', content.length);
  res.setHeader('Cache-Control', `public, ${caching}`);
  res.end(content);
}

/** The routes that serve these files, below `folder`, for example `/pages/`. */
export const assetRoutes = (folder: string, assets: readonly Asset[]): Route[] =>
  assets.map(({ name, type, content }) => ({
    method: 'get',
    path: `${folder}${name}`,
    api: 'pages',
    operation: { name: 'page' },
    handlers: [
      // The hash is in the name, so the content never changes.
      (_req, res) => sendAsset(res, { type, content }, 'max-age=31536000, immutable'),
    ],
  }));
