import createClient from 'openapi-fetch';
import { fetchWithToken } from './fetch-with-token.js';

// In TypeScript: createClient<paths>, with the generated types.
export const client = createClient({ baseUrl: 'http://localhost:4000', fetch: fetchWithToken });
