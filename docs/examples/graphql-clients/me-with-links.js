import { gql } from '@apollo/client';
import { createClient } from './apollo.js';
import { links } from './apollo-links.js';
import { login } from './session.js';

await login('ada@example.com', 'correct horse battery');
for (const [name, link] of Object.entries(links)) {
  const { data } = await createClient(link).query({ query: gql`query { me { firstName } }` });
  console.log(`${name}: ${data.me.firstName}`);
}
