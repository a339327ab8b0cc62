import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { callTools } from './person.mjs';

const finish = (transport, parameters) => transport.finishAuth(parameters);
await callTools({ Client, StreamableHTTPClientTransport, UnauthorizedError, finish }, process.argv.slice(2));
