import { MeDocument } from '@gatehouse-auth/client/documents';
import { client } from './apollo.js';
import './log-in.js';

const { data } = await client.query({ query: MeDocument });
console.log(data.me.firstName);
