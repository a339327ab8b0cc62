import { request } from './graphql-request.js';
import { login } from './session.js';

await login('ada@example.com', 'correct horse battery');
const { me } = await request('query { me { firstName } }');
console.log(me.firstName);
