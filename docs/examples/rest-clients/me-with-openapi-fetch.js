import { client } from './openapi-client.js';
import { login } from './session.js';

await login('ada@example.com', 'correct horse battery');
const { data } = await client.GET('/auth/me');
console.log(data.result.first_name);
