import { gql } from '@apollo/client';
import { client } from './apollo.js';
import { login } from './session.js';

await login('ada@example.com', 'correct horse battery');
const { data } = await client.query({ query: gql`query { me { firstName } }` });
console.log(data.me.firstName);
