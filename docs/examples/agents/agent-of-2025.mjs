import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { callTools } from './person.mjs';

const finish = (transport, parameters) => transport.finishAuth(parameters.get('code'));
await callTools({ Client, StreamableHTTPClientTransport, UnauthorizedError, finish }, process.argv.slice(2));
