import relay from 'relay-runtime';
import meQuery from './__generated__/meQuery.graphql.js';
import './log-in.js';
import { environment } from './relay-environment.js';

const { me } = await relay.fetchQuery(environment, meQuery, {}).toPromise();
console.log(me.firstName);
