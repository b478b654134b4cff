/** The health check for a container without a shell. Succeeds if the service in it reports that it runs. */
import { get } from 'node:http';

const { PORT: port = '3000' } = process.env;
const request = get({ host: '127.0.0.1', port, path: '/health/live', timeout: 3_000 });
request.on('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
request.on('timeout', () => request.destroy());
request.on('error', () => process.exit(1));
