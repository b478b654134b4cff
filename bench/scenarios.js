import { flood } from './scenarios/flood.js';
import { languages } from './scenarios/languages.js';
import { memory } from './scenarios/memory.js';
import { processes } from './scenarios/processes.js';
import { redis } from './scenarios/redis.js';
import { sizes } from './scenarios/sizes.js';
import { start } from './scenarios/start.js';
import { throughput } from './scenarios/throughput.js';
import { tokens } from './scenarios/tokens.js';

/** The measurements in running order, by their names on the command line. */
export const scenarios = {
  read: throughput('read'),
  misses: throughput('read', {
    title: 'GET /accounts/me, nothing kept',
    env: { PRINCIPAL_CACHE_MIB: '0' },
    names: ['floor', 'express', 'fastify'],
  }),
  update: throughput('update'),
  create: throughput('create'),
  flood,
  start,
  memory,
  redis,
  processes,
  sizes,
  tokens,
  languages,
};
