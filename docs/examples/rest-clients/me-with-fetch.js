import { fetchWithToken } from './fetch-with-token.js';
import { login } from './session.js';

await login('ada@example.com', 'correct horse battery');
const response = await fetchWithToken('http://localhost:4000/auth/me');
const { result } = await response.json();
console.log(result.first_name);
