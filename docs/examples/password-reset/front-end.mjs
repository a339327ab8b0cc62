import { createServer } from 'node:http';

const gatehouse = 'http://localhost:4000';

createServer(async (req, res) => {
  const [, token] = /^\/reset\/([\w-]+)$/.exec(req.url) ?? [];
  if (!token) return res.writeHead(404).end();
  if (req.method === 'GET') return show(res, 200, form);

  let body = '';
  for await (const chunk of req) body += chunk;
  const password = new URLSearchParams(body).get('password');
  const answer = await fetch(`${gatehouse}/auth/password/reset`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, password }),
  });
  const { success, code } = await answer.json();
  if (success) return show(res, 200, '<p>Your password was set. You can sign in now.</p>');
  if (code === 'VALIDATION_FAILED') return show(res, 400, `<p>Choose another password.</p>${form}`);
  if (code === 'INVALID_TOKEN') return show(res, 400, '<p>This link is no longer valid. Ask for a new e-mail.</p>');
  show(res, 503, '<p>Please try again later.</p>');
}).listen(3000);

const form = `<form method="post">
  <label>New password <input name="password" type="password" autocomplete="new-password" required></label>
  <button>Set the password</button>
</form>`;

function show(res, status, html) {
  // The address of the page contains the token, so the browser must not send the address to other sites.
  res.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Referrer-Policy': 'no-referrer' });
  res.end(`<!doctype html><html lang="en"><title>Set a new password</title>${html}</html>`);
}
