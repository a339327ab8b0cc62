import { createVerifier, requireAuth } from '@gatehouse-auth/client/verify';
import express from 'express';

const gatehouse = 'http://localhost:4000';
const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
const verify = createVerifier({ issuer: gatehouse, audience: gatehouse, revocations: { clientId, clientSecret } });

const app = express();
app.use(requireAuth(verify));
app.get('/', (request, response) => response.json({ user: request.auth.sub }));
app.listen(3004);
