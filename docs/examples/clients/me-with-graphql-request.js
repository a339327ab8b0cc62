import { MeDocument } from '@gatehouse-auth/client/documents';
import { client } from './graphql-request.js';
import './log-in.js';

const { me } = await client.request(MeDocument);
console.log(me.firstName);
