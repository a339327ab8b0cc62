import { AppError } from '../../errors/app-error';
import { sendPage } from '../../http/page';
import type { Route } from '../../http/routes';
import { graphiqlPage } from './graphiql.page';
import { builtGraphiql, type GraphiqlFile, graphiqlFiles } from './graphiql-files';

const isFile = (name: unknown): name is GraphiqlFile => typeof name === 'string' && Object.hasOwn(graphiqlFiles, name);

/** GraphiQL, if GRAPHQL_EXPLORER is on. The files are read when a browser asks for them. */
export function graphiqlRoutes({ explorer, publicUrl }: { explorer: boolean; publicUrl: string }): Route[] {
  if (!explorer) return [];
  return [
    {
      method: 'get',
      path: '/graphiql',
      operation: { name: 'explorer' },
      handlers: [(_req, res) => sendPage(res, graphiqlPage(publicUrl, builtGraphiql().version))],
    },
    {
      method: 'get',
      path: '/graphiql/:version/:file',
      operation: { name: 'explorer' },
      handlers: [
        (req, res) => {
          const { version, file } = req.params;
          const built = builtGraphiql();
          if (version !== built.version || !isFile(file)) throw new AppError('NOT_FOUND');
          res.setHeader('Content-Type', graphiqlFiles[file]);
          // Every browser accepts gzip.
          res.setHeader('Content-Encoding', 'gzip');
          // The version is in the URL, so the content never changes.
          res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
          const options = { acceptRanges: false, cacheControl: false, etag: false, lastModified: false };
          res.sendFile(`${file}.gz`, { ...options, root: built.folder });
        },
      ],
    },
  ];
}
