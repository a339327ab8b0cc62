import { MeDocument } from '@gatehouse-auth/client/documents';
import { createClient } from './apollo.js';
import { links } from './apollo-links.js';
import './log-in.js';

for (const [name, link] of Object.entries(links)) {
  const { data } = await createClient(link).query({ query: MeDocument });
  console.log(`${name}: ${data.me.firstName}`);
}
