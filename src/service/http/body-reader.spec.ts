import { PassThrough } from 'node:stream';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EventEmitter } from 'node:events';
import { maxBodyBytes } from '../../http/input/body-limit.js';
import { BodyReader } from './body-reader.js';

/** A request whose body is written by the test. */
function upload(length?: number): PassThrough & IncomingMessage {
  const request = new PassThrough({ highWaterMark: 1e9 });
  const size =
    length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': `${length}` };
  const headers = { 'content-type': 'application/json', ...size };
  return Object.assign(request, { headers, socket: request }) as never;
}

describe('a request body', () => {
  const bodies = new BodyReader();
  const read = (request: IncomingMessage) => {
    bodies.receive(request, new EventEmitter() as ServerResponse);
    return bodies.find(request)!;
  };

  it('is read completely from many chunks', async () => {
    const request = upload();
    const body = read(request);
    const bytes = Buffer.from(Array.from({ length: 300 }, (_, index) => index % 256));
    for (const byte of bytes) request.write(Buffer.of(byte));
    request.end(Buffer.from('end'));
    expect(await body).toEqual(Buffer.concat([bytes, Buffer.from('end')]));
  });

  it('may be empty', async () => {
    const request = upload();
    request.end();
    expect(await read(request)).toEqual(Buffer.alloc(0));
  });

  it('may be as large as the limit', async () => {
    const request = upload(maxBodyBytes);
    request.end(Buffer.alloc(maxBodyBytes));
    expect(await read(request)).toHaveLength(maxBodyBytes);
  });

  it('is rejected before it is read if its Content-Length is too large', async () => {
    const request = upload(maxBodyBytes + 1);
    await expect(read(request)).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  it('is rejected before its end if it becomes too large', async () => {
    const request = upload();
    request.write(Buffer.alloc(maxBodyBytes + 1));
    await expect(read(request)).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  it('is rejected if it arrives in too many chunks', async () => {
    const request = upload();
    for (let count = 0; count < 2_000; count++) request.write('a');
    await expect(read(request)).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  it('is rejected if all bodies together are too large and it is one of the oldest', async () => {
    const uploads = Array.from({ length: 400 }, () => upload());
    const outcomes = uploads.map((request) =>
      read(request).then(
        () => 'read',
        ({ code }) => code as string,
      ),
    );
    for (const request of uploads) request.write(Buffer.alloc(maxBodyBytes - 1));
    await new Promise(setImmediate);
    for (const request of uploads) request.end();
    const said = await Promise.all(outcomes);
    const refused = said.lastIndexOf('overloaded') + 1;
    expect(refused).toBeGreaterThan(0);
    expect(said.slice(0, refused).every((each) => each === 'overloaded')).toBe(true);
    expect(said.slice(refused).every((each) => each === 'read')).toBe(true);
  });

  it('no longer counts towards the limit once it is read or aborted', async () => {
    for (let count = 0; count < 1_000; count++) {
      const request = upload();
      const body = read(request);
      request.write(Buffer.alloc(maxBodyBytes - 1));
      if (count % 2) request.end();
      else request.destroy();
      await (count % 2 ? body : new Promise(setImmediate));
    }
  });
});
