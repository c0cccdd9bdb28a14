import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushPayload } from '@atelier/contract';

type Claims = { aud: string; exp: number; sub: string };

export type ReceivedPush = {
  /** The address of the browser that it was for. */
  endpoint: string;
  headers: IncomingHttpHeaders;
  /** Decrypted message, as the browser reads it. */
  payload: PushPayload;
  /** Signed by `publicKey`. */
  claims: Claims;
  publicKey: string;
};

/** A browser and its push service in one: decrypts and verifies what it receives, as their standards say. */
export type PushService = {
  /** Returns another subscription at each call, as if of another browser. */
  subscribe(): { endpoint: string; p256dh: string; auth: string };
  received: ReceivedPush[];
  /** The next answers; after them those of `startPushService`. */
  answers: (number | RequestListener)[];
  close(): Promise<void>;
};

/** `readAnswer` answers each message for which no answer is listed; by default each is taken. */
export async function startPushService(
  readAnswer: () => number | RequestListener = () => 201,
): Promise<PushService> {
  const received: ReceivedPush[] = [];
  const answers: PushService['answers'] = [];
  const browsers = new Map<string, Browser>();
  const server = createServer(async (request, response) => {
    const browser = browsers.get(request.url ?? '');
    const body = await buffer(request);
    if (!browser) return response.writeHead(404).end();
    const payload = JSON.parse(decrypt(body, browser).toString()) as PushPayload;
    received.push({
      endpoint: `${origin}${request.url}`,
      headers: request.headers,
      payload,
      ...verifyVapid(request.headers.authorization ?? ''),
    });
    const answer = answers.shift() ?? readAnswer();
    if (typeof answer === 'number') return response.writeHead(answer).end();
    return answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    received,
    answers,
    subscribe() {
      const keys = createECDH('prime256v1');
      const publicKey = keys.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(12).toString('hex')}`;
      browsers.set(path, { keys, publicKey, auth });
      return {
        endpoint: `${origin}${path}`,
        p256dh: publicKey.toString('base64url'),
        auth: auth.toString('base64url'),
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

type Browser = { keys: ECDH; publicKey: Buffer; auth: Buffer };

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** One record of aes128gcm (RFC 8188), with the key that RFC 8291 derives for a push message. */
function decrypt(body: Buffer, { keys, publicKey, auth }: Browser): Buffer {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + senderKey.length);
  if (record.length > recordSize) throw new Error('More than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
  const secret = derive(keys.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('Not the last record');
  return padded.subarray(0, end);
}

/** `vapid t=<JWT>, k=<key>` (RFC 8292). Throws for a signature of another key. */
function verifyVapid(authorization: string): Pick<ReceivedPush, 'claims' | 'publicKey'> {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const signed = Buffer.from(`${header}.${payload}`);
  const isGenuine = verify(
    'sha256',
    signed,
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  if (!isGenuine || read(header).alg !== 'ES256') throw new Error('The signature is not of this key');
  return { claims: read(payload) as Claims, publicKey };
}
