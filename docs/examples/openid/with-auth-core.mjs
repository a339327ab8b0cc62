import { createServer } from 'node:http';
import { Auth } from '@auth/core';

// The package of a framework, such as @auth/express, calls `Auth` for you.
const config = {
  basePath: '/auth',
  trustHost: true,
  secret: process.env.SESSION_SECRET,
  providers: [
    {
      id: 'gatehouse',
      name: 'Gatehouse',
      type: 'oidc',
      issuer: 'http://localhost:4000',
      clientId: process.env.CLIENT_ID,
      clientSecret: process.env.CLIENT_SECRET,
    },
  ],
};

const server = createServer(async (req, res) => {
  const url = new URL(req.url, 'http://localhost:3000');
  if (!url.pathname.startsWith('/auth/')) return res.writeHead(302, { Location: '/auth/signin' }).end();
  const body = req.method === 'POST' ? { body: req, duplex: 'half' } : {};
  const answer = await Auth(new Request(url, { method: req.method, headers: req.headers, ...body }), config);
  res.statusCode = answer.status;
  for (const [name, value] of answer.headers) res.appendHeader(name, value);
  res.end(await answer.text());
});
server.listen(3000);
