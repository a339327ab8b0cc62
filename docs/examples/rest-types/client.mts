import createClient from 'openapi-fetch';
import type { paths } from './gatehouse.js';

const gatehouse = createClient<paths>({ baseUrl: 'http://localhost:4000' });

const login = await gatehouse.POST('/auth/login', {
  body: { email: 'ada@example.com', password: 'correct horse battery' },
});
if (login.error) throw new Error(`${login.error.code}: ${login.error.msg}`);
const { jwt, user } = login.data.result;

const sessions = await gatehouse.GET('/auth/sessions', {
  headers: { Authorization: `Bearer ${jwt}` },
  params: { query: { first: 10 } },
});
console.log(user.first_name, sessions.data?.result.sessions.length);
