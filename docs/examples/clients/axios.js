import axios from 'axios';
import { auth } from './auth.js';

export const api = axios.create({
  baseURL: 'http://localhost:4000',
  adapter: 'fetch',
  env: { fetch: auth.fetch },
});
