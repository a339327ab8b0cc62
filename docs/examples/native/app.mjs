import { readFile, rm, writeFile } from 'node:fs/promises';
import { createClient } from '@gatehouse-auth/client';

// On a device, its secure storage.
const storage = {
  getItem: (key) => readFile(key, 'utf8').catch(() => null),
  setItem: (key, token) => writeFile(key, token, { mode: 0o600 }),
  removeItem: (key) => rm(key, { force: true }),
};
const auth = createClient({ url: 'http://localhost:4000', storage });

const user = await auth.loadUser();
console.log(user ? `still signed in: ${user.firstName}` : 'signed out');
if (user) await auth.logout();
else await auth.login({ email: 'ada@example.com', password: 'correct horse battery' });
