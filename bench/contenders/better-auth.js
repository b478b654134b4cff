/** Better Auth on `node:http`, with the handler from its documentation for Node.js. */
import { betterAuth } from 'better-auth';
import { toNodeHandler } from 'better-auth/node';
import { createServer } from 'node:http';
import { betterAuthOptions } from './better-auth.options.js';

const { DATABASE_URL: url, SECRET_KEY: secret, PASSWORDS: passwords, PORT: port } = process.env;
const baseURL = `http://127.0.0.1:${port}`;

createServer(
  toNodeHandler(betterAuth(betterAuthOptions({ url, secret, baseURL, passwords }))),
).listen(Number(port), '127.0.0.1');
