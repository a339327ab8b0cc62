import axios from 'axios';
import { authHeaders, refreshAfter } from './session.js';

export const api = axios.create({ baseURL: 'http://localhost:4000' });

api.interceptors.request.use((config) => {
  for (const [name, value] of Object.entries(authHeaders())) config.headers.set(name, value);
  return config;
});

api.interceptors.response.use(null, async (error) => {
  const { config, response } = error;
  if (response?.status !== 401 || config.isRepeated) throw error;
  if (!(await refreshAfter(config.headers.get('Authorization')))) throw error;
  return api.request({ ...config, isRepeated: true });
});
