import relay from 'relay-runtime';
import meQuery from './__generated__/meQuery.graphql.js';
import { environment } from './relay-environment.js';
import { login } from './session.js';

await login('ada@example.com', 'correct horse battery');
const { me } = await relay.fetchQuery(environment, meQuery, {}).toPromise();
console.log(me.firstName);
