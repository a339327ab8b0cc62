import { auth } from './auth.js';

const login = await auth.login({ email: 'ada@example.com', password: 'correct horse battery' });
if (!login.ok) throw new Error(`${login.error.code}: ${login.error.msg}`);
