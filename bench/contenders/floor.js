/** The lowest cost of these responses: `node:http`, `pg` and prepared statements only. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { argon2id, reference } from '../../dist/access/passwords/argon2id.js';
import { AccountStore, present } from './account-store.js';
import { argon2Parameters } from './argon2-parameters.js';

const { DATABASE_URL, PASSWORDS } = process.env;
const { hash } = PASSWORDS === 'as the service' ? argon2id : reference();
const store = new AccountStore(DATABASE_URL);

const operations = {
  'GET /api/accounts/me': (caller) => caller,
  'PUT /api/accounts/me': async (caller, request) => {
    const { name } = await json(request);
    return store.update(caller.id, name);
  },
  'POST /api/accounts': async (caller, request) => {
    const { name, email, password, language_code: languageCode } = await json(request);
    const passwordHash = await hash(password, argon2Parameters);
    const id = randomBytes(18).toString('base64url');
    const registeredById = caller.application_id;
    return store.create({ id, name, email, languageCode, passwordHash, registeredById });
  },
};

async function answer(request, response) {
  const operation = operations[`${request.method} ${request.url}`];
  const caller = operation && (await store.authenticate(request.headers.authorization));
  if (!caller) {
    response.writeHead(operation ? 401 : 404).end();
    return;
  }
  const body = JSON.stringify(present(await operation(caller, request)));
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

async function json(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
