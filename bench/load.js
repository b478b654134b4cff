import autocannon from 'autocannon';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './figures.js';

/** A response shorter than this share of the expected length is wrong. */
const leastShare = 0.9;

/** A sign-up at the end of a full queue waits for all of it. */
const patienceSeconds = 60;

/**
 * Sends requests over this number of connections for `seconds`, or until there are `amount` responses.
 *
 * @param urls each gets as many of the connections
 * @param requests what one connection sends, from its number
 * @param answerBytes the length of the body that is expected
 * @param gauge called at the beginning and in the end; both readings are returned
 * @throws when any request fails, or its response is not 200 with such a body
 */
export async function load(
  urls,
  requests,
  { connections, seconds, amount, answerBytes, gauge = () => {} },
) {
  const latencies = [];
  const faults = new Map();
  const fault = (what) => faults.set(what, (faults.get(what) ?? 0) + 1);
  let counting = true;
  let last = 0;
  let unanswered = 0;

  let number = 0;
  const run = autocannon({
    url: urls,
    connections,
    ...(amount ? { amount } : { duration: seconds + 60 }),
    sampleInt: 50,
    timeout: patienceSeconds,
    setupClient(client) {
      client.setRequests(requests(number++));
      client.on('request', () => unanswered++);
    },
  });
  // autocannon has made its requests by now, and the first of them are on their way.
  const began = performance.now();
  const before = gauge();
  run.on('response', (_client, status, bytes, latency) => {
    unanswered--;
    if (!counting) return;
    latencies.push(latency);
    last = performance.now();
    if (status !== 200) fault(`status ${status}`);
    else if (bytes < answerBytes * leastShare) fault('an answer that is too short');
  });
  run.on('reqError', (error) => fault(error.message));

  if (amount) {
    await run;
  } else {
    await delay(seconds * 1_000);
    counting = false;
    last = performance.now();
    run.stop();
  }
  const after = gauge();
  await run;

  // What each connection was waiting for when the time was over does not count as lost; autocannon
  // says nothing of a connection that was closed, and goes on with another.
  const lost = unanswered - (amount ? 0 : connections);
  if (lost > 0) faults.set('no answer', lost);
  if (faults.size > 0 || latencies.length === 0) {
    const list = [...faults].map(([what, times]) => `${times} times ${what}`).join(', ');
    throw new Error(`${urls.join()} did not do as expected: ${list || 'no answer in time'}`);
  }
  return {
    answers: latencies.length,
    perSecond: (latencies.length / (last - began)) * 1_000,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    before,
    after,
  };
}
