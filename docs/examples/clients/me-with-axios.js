import { api } from './axios.js';
import './log-in.js';

const { data } = await api.get('/auth/me');
console.log(data.result.first_name);
