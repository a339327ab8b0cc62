import { createVerifier, requireAuth } from '@gatehouse-auth/client/verify';
import express from 'express';

const gatehouse = 'http://localhost:4000';
const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
const client = { clientId, clientSecret };
const verify = createVerifier({ issuer: gatehouse, audience: gatehouse, apiKeys: client, revocations: client });

const app = express();
app.use(requireAuth(verify));
app.get('/', (request, response) => response.json({ user: request.auth.sub, key: request.auth.keyId }));
app.listen(3006);
