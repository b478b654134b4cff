/** What is read of a message of NATS. */
export interface NatsPayload {
  readonly data: Uint8Array;
}

/** What Nest makes of it; without an `id` nothing is answered. */
export interface NatsPacket {
  pattern: unknown;
  data: unknown;
  id?: unknown;
}

/**
 * Reads the packets of Nest's clients, and the bare messages of others. Never fails: what cannot be
 * read has no `data`, which its handler refuses.
 */
export class NatsMessageDeserializer {
  /** @param options the subject, and where an answer is waited for, if anywhere */
  deserialize(
    { data }: NatsPayload,
    { channel, replyTo }: { channel: string; replyTo?: string },
  ): NatsPacket {
    const value = parsed(data);
    return isPacket(value) ? value : { pattern: channel, data: value, id: replyTo };
  }
}

/** Undefined for what is no JSON, or not in UTF-8. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function isPacket(value: unknown): value is NatsPacket {
  return typeof value === 'object' && value !== null && 'pattern' in value && 'data' in value;
}
