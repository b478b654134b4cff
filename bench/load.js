import autocannon from 'autocannon';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './figures.js';

/** A response shorter than this share of the expected length counts as wrong. */
const leastShare = 0.9;

/** Long enough for a sign-up at the end of a full queue. */
const patienceSeconds = 60;

/**
 * Sends requests over this number of connections for `seconds`, or until there are `amount` responses.
 *
 * @param urls share the connections equally
 * @param requests returns the requests of a connection by its number
 * @param answerBytes the expected length of a response body
 * @param gauge called at the start and at the end; both readings are returned
 * @throws if a request fails, or a response does not have status 200 and the expected length
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
  // At this point, autocannon has prepared its requests and sent the first ones.
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

  // Detects lost requests: autocannon silently replaces closed connections. At the end of the time, each connection
  // may wait for one response, which does not count as lost.
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
