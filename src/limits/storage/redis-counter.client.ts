import { createClient, defineScript, type CommandParser } from '@redis/client';

/** Shortens keys that older settings have written: they would limit a caller for longer than the current settings. */
const HIT = `
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local hits = tonumber(redis.call('GET', KEYS[1]) or '0')
local accepted = 0
if hits < limit then
  hits = redis.call('INCR', KEYS[1])
  accepted = 1
end
local left = redis.call('PTTL', KEYS[1])
if left < 0 or left > window then
  redis.call('PEXPIRE', KEYS[1], window)
  left = window
end
return { accepted, hits, left }`;

const PEEK = `return { redis.call('GET', KEYS[1]), redis.call('PTTL', KEYS[1]) }`;

/** Sends a script by its digest, and in full only if Redis has not loaded it yet. Queues nothing while disconnected. */
export function createCounterClient(url: string) {
  try {
    return createClient({
      url,
      scripts: {
        hit: defineScript({
          SCRIPT: HIT,
          NUMBER_OF_KEYS: 1,
          parseCommand(parser: CommandParser, key: string, limit: number, windowMs: number) {
            parser.pushKey(key);
            parser.push(String(limit), String(windowMs));
          },
          transformReply: ([accepted, hits, left]: [number, number, number]) => ({
            accepted: accepted === 1,
            hits,
            resetAt: Date.now() + left,
          }),
        }),
        peek: defineScript({
          SCRIPT: PEEK,
          NUMBER_OF_KEYS: 1,
          parseCommand(parser: CommandParser, key: string) {
            parser.pushKey(key);
          },
          transformReply: ([hits, left]: [string | null, number]) => ({
            hits: Number(hits),
            resetAt: Date.now() + Math.max(0, left),
          }),
        }),
      },
      disableOfflineQueue: true,
      // The client's own timeout only covers the time until a command is written, and costs one AbortSignal each.
      commandOptions: { timeout: undefined },
      maintNotifications: 'disabled',
      // The socket timeout closes dead connections and those with a lost handshake. The ping keeps idle connections
      // from reaching it. A failure is detected in less than two seconds.
      pingInterval: 500,
      socket: {
        connectTimeout: 1500,
        socketTimeout: 1500,
        reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 200) + Math.random() * 100,
      },
    });
  } catch {
    // Omits the cause, because it contains the URL with the password.
    throw new Error('The Redis URL is not valid');
  }
}
