import createClient from 'openapi-fetch';
import type { components, paths } from './gatehouse.js';

const gatehouse = createClient<paths>({ baseUrl: 'http://localhost:4000' });
const account = { email: 'ada@example.com', password: 'correct horse battery' };

await gatehouse.POST('/auth/login', {});

await gatehouse.POST('/auth/login', { body: { ...account, password: 12345678 } });

const body: components['schemas']['LoginInput'] = { ...account, refreshTokenIn: 'cookie' };
await gatehouse.POST('/auth/login', { body });
