import { NatsMessageDeserializer } from './nats-message.deserializer.js';

describe('the NATS deserializer', () => {
  const read = (data: string | Uint8Array, replyTo?: string) =>
    new NatsMessageDeserializer().deserialize(
      { data: typeof data === 'string' ? new TextEncoder().encode(data) : data },
      { channel: 'accounts.get', replyTo },
    );

  it('passes Nest packets through', () => {
    const packet = { pattern: 'accounts.get', data: { id: 'me' }, id: '7' };
    expect(read(JSON.stringify(packet), 'inbox')).toEqual(packet);
    const event = { pattern: 'accounts.get', data: null };
    expect(read(JSON.stringify(event), 'inbox')).toEqual(event);
  });

  it.each([{}, 7, null])('does not treat a message as a Nest packet if its id is %j', (id) => {
    const message = { pattern: 'accounts.get', data: null, id };
    const packet = { pattern: 'accounts.get', data: message, id: 'inbox' };
    expect(read(JSON.stringify(message), 'inbox')).toEqual(packet);
  });

  it('uses a message as the data, and the reply subject as the id', () => {
    const message = { access_token: 'x' };
    expect(read(JSON.stringify(message), 'inbox')).toEqual({
      pattern: 'accounts.get',
      data: message,
      id: 'inbox',
    });
    expect(read(JSON.stringify(message)).id).toBeUndefined();
  });

  it.each<[string, string | Uint8Array]>([
    ['empty', ''],
    ['not JSON', '{'],
    ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ])('passes no data for a message that is %s', (_form, data) => {
    expect(read(data, 'inbox')).toEqual({ pattern: 'accounts.get', data: undefined, id: 'inbox' });
  });
});
