import createClient from 'openapi-fetch';
import { auth } from './auth.js';

// In TypeScript: createClient<paths>, with the generated types.
export const client = createClient({ baseUrl: 'http://localhost:4000', fetch: auth.fetch });
