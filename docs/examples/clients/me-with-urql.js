import { MeDocument } from '@gatehouse-auth/client/documents';
import './log-in.js';
import { client } from './urql.js';

const { data, error } = await client.query(MeDocument, {});
console.log(error?.message ?? data.me.firstName);
