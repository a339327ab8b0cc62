import { api } from './axios-with-token.js';
import { login } from './session.js';

await login('ada@example.com', 'correct horse battery');
const { data } = await api.get('/auth/me');
console.log(data.result.first_name);
