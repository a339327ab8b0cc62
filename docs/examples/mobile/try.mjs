import { createClient } from './gatehouse.mjs';

let stored = null;
const storage = {
  get: async () => stored,
  set: async (text) => {
    stored = text;
  },
  remove: async () => {
    stored = null;
  },
};
const url = 'http://localhost:4000';

const phone = createClient({ url, storage });
const user = await phone.login('ada@example.com', 'correct horse battery');
console.log('logged in:', user.first_name);

// The application starts again. Gatehouse answers the refresh, and the connection breaks.
let answersToLose = 1;
async function unreliable(address, options) {
  const response = await fetch(address, options);
  if (address.endsWith('/auth/refresh') && answersToLose-- > 0) throw new TypeError('the connection broke');
  return response;
}
const restarted = createClient({ url, storage, send: unreliable });
console.log('still logged in:', await restarted.resume());

const requests = ['/auth/me', '/auth/sessions'].map((path) => restarted.fetchWithToken(url + path));
console.log('statuses:', (await Promise.all(requests)).map(({ status }) => status).join(' '));

const copy = stored;
await restarted.logout();
const answer = await fetch(`${url}/auth/refresh`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ refresh_token: copy }),
});
console.log('stored after the logout:', stored, '- a copy of the refresh token gets', answer.status);
