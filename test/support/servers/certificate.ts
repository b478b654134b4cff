import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Returns a self-signed certificate for 127.0.0.1 and its key, in PEM. */
export function selfSignedCertificate(): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('127.0.0.1')))));
  const validity = sequence(time('200101000000Z'), time('491231235959Z'));
  const subject = publicKey.export({ type: 'spki', format: 'der' });
  const serial = der(0x02, Buffer.from([1, ...randomBytes(8)]));
  const content = sequence(version3, serial, algorithm, name, validity, name, subject, extensions);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const base64 = sequence(content, algorithm, signature).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

/** Encodes a value in DER (ITU-T X.690), the format of certificates in RFC 5280. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}

const sequence = (...contents: Buffer[]) => der(0x30, ...contents);
const time = (text: string) => der(0x17, Buffer.from(text));
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));

const version3 = der(0xa0, der(0x02, Buffer.from([2])));
const commonName = identifier('550403');
/** ecdsa-with-SHA256. */
const algorithm = sequence(identifier('2a8648ce3d040302'));

/** Extensions for a certificate authority and for an IP address. */
const authority = der(0x04, sequence(der(0x01, Buffer.from([0xff]))));
const address = der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1]))));
const extensions = der(
  0xa3,
  sequence(
    sequence(identifier('551d13'), der(0x01, Buffer.from([0xff])), authority),
    sequence(identifier('551d11'), address),
  ),
);
