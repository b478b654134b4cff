/** The parts of a NATS message that are read. */
export interface NatsPayload {
  readonly data: Uint8Array;
}

/** The packet for Nest; without an `id` there is no reply. */
export interface NatsPacket {
  pattern: unknown;
  data: unknown;
  id?: string | undefined;
}

/**
 * Reads the packets of Nest's clients, and the plain messages of others. Never fails: a message that cannot be
 * read has no `data`, which its handler refuses.
 */
export class NatsMessageDeserializer {
  /** @param options the subject, and the subject of the reply, if one is expected */
  deserialize(
    { data }: NatsPayload,
    { channel, replyTo }: { channel: string; replyTo?: string },
  ): NatsPacket {
    const value = parsed(data);
    return isPacket(value) ? value : { pattern: channel, data: value, id: replyTo };
  }
}

/** The JSON value; undefined for data that are not JSON in UTF-8. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** The id must be a string, because the reply repeats it. */
function isPacket(value: unknown): value is NatsPacket {
  if (typeof value !== 'object' || value === null || !('pattern' in value && 'data' in value)) {
    return false;
  }
  return !('id' in value) || typeof value.id === 'string';
}
