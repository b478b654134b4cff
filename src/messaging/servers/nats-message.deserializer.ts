/** The parts of a NATS message that the deserializer reads. */
interface NatsPayload {
  readonly data: Uint8Array;
}

/** A packet for Nest. Without an `id`, Nest sends no reply. */
interface NatsPacket {
  pattern: unknown;
  data: unknown;
  id?: string | undefined;
}

/**
 * Reads the packets of Nest's clients, and plain messages of other clients. Never fails: an unreadable message has no
 * `data`, and its handler refuses it.
 */
export class NatsMessageDeserializer {
  /** @param options the subject, and the reply subject if the sender expects a reply */
  deserialize(
    { data }: NatsPayload,
    { channel, replyTo }: { channel: string; replyTo?: string },
  ): NatsPacket {
    const value = parsed(data);
    return isPacket(value) ? value : { pattern: channel, data: value, id: replyTo };
  }
}

/** Parses JSON. Returns undefined for data that is not JSON in UTF-8. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Whether a value is a packet of Nest. Its id must be a string, because the reply repeats it. */
function isPacket(value: unknown): value is NatsPacket {
  if (typeof value !== 'object' || value === null || !('pattern' in value && 'data' in value)) {
    return false;
  }
  return !('id' in value) || typeof value.id === 'string';
}
