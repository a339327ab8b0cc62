import { createClient } from '@gatehouse-auth/client';

// For programs in Node: the session ends with the program. A browser needs no storage.
const items = new Map();
const storage = {
  getItem: (key) => items.get(key),
  setItem: (key, value) => items.set(key, value),
  removeItem: (key) => items.delete(key),
};

export const auth = createClient({ url: 'http://localhost:4000', storage });
