import './log-in.js';
import { client } from './openapi-fetch.js';

const { data } = await client.GET('/auth/me');
console.log(data.result.first_name);
