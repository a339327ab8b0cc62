import { login } from './session.js';
import { client } from './urql.js';

await login('ada@example.com', 'correct horse battery');
const { data, error } = await client.query('query { me { firstName } }', {});
console.log(error?.message ?? data.me.firstName);
