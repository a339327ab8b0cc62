import { createHash } from 'node:crypto';
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

/** The routes that serve these files, below `folder`, for example `/pages/`. */
export const assetRoutes = (folder: string, assets: readonly Asset[]): Route[] =>
  assets.map(({ name, type, content }) => ({
    method: 'get',
    path: `${folder}${name}`,
    api: 'pages',
    operation: { name: 'page' },
    handlers: [
      (_req, res) => {
        res.setHeader('Content-Type', type);
        res.setHeader('Content-Length', content.length);
        // The hash is in the name, so the content never changes.
        res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
        res.end(content);
      },
    ],
  }));
