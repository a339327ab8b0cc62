import express from 'express';
import { auth } from 'express-oauth2-jwt-bearer';

const gatehouse = 'http://localhost:4000';
const app = express();
app.use(auth({ issuerBaseURL: gatehouse, audience: gatehouse, strict: true }));
app.get('/', (request, response) => response.json({ user: request.auth.payload.sub }));
app.listen(3001);
