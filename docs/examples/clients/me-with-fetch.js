import { auth } from './auth.js';
import './log-in.js';

const response = await auth.fetch('http://localhost:4000/auth/me');
const { result } = await response.json();
console.log(result.first_name);
