import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { serve } from '@atelier/storage/testing';
import { describe, expect, it } from 'vitest';
import { createWebhookSigner } from './sign-webhook.ts';
import { verifyWebhook } from './webhook.ts';
import { createWebhookKeys } from './webhook-keys.ts';

const [key, previousKey, otherKey] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const nowMs = Date.now();
const message = { requestId: 'r1', userId: 'u1', body: Buffer.from('{"request_id":"r1","数":1}'), nowMs };

/** A receiver that was written for fal, with the key set where it fetches it. */
async function receiver(published: Parameters<typeof createWebhookSigner>[0]) {
  const { keySet } = createWebhookSigner(published);
  const server = await serve((_request, response) => response.end(JSON.stringify(keySet)));
  const keys = createWebhookKeys(server.url);
  return (headers: Record<string, string>, body = message.body) =>
    verifyWebhook({ headers, body, nowMs }, { keys, userId: 'u1' });
}

it('the signer makes headers that a receiver written for fal accepts', async () => {
  const verify = await receiver({ key });
  const headers = createWebhookSigner({ key }).headersFor(message);
  expect(await verify(headers)).toMatchObject({ requestId: 'r1' });
  const refused = { code: 'invalid_signature' };
  await expect(verify(headers, Buffer.from('{}'))).rejects.toMatchObject(refused);
  await expect(verify(createWebhookSigner({ key: otherKey }).headersFor(message))).rejects.toMatchObject(
    refused,
  );
});

it('the signer publishes the previous key, so that its signatures can still be verified', async () => {
  const verify = await receiver({ key, previousKey });
  await verify(createWebhookSigner({ key }).headersFor(message));
  await verify(createWebhookSigner({ key: previousKey }).headersFor(message));
});

it('the signer publishes public keys only, each with its own key id', () => {
  const { keySet } = createWebhookSigner({ key, previousKey });
  expect(keySet.keys).toEqual([1, 2].map(() => expect.objectContaining({ kty: 'OKP', crv: 'Ed25519' })));
  expect(new Set(keySet.keys.map(({ kid }) => kid)).size).toBe(2);
  for (const bytes of [key, previousKey]) {
    expect(JSON.stringify(keySet)).not.toContain(bytes.toString('base64url'));
    expect(Object.keys(keySet.keys[0] ?? {})).not.toContain('d');
  }
});

it('the signer makes a new signature for each attempt', () => {
  const { headersFor } = createWebhookSigner({ key });
  const later = headersFor({ ...message, nowMs: nowMs + 60_000 });
  const readSignature = (headers: Record<string, string>) => headers['x-fal-webhook-signature'];
  expect(readSignature(later)).not.toBe(readSignature(headersFor(message)));
});

it('the signer signs a document for any library of JSON Web Signatures', () => {
  const signer = createWebhookSigner({ key });
  const [header = '', content = '', signature = ''] = signer.signDocument({ erased: '数' }).split('.');
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(parse(header)).toEqual({ alg: 'EdDSA', kid: signer.keySet.keys[0]?.kid });
  expect(parse(content)).toEqual({ erased: '数' });
  const isSigned = (text: string) => {
    const jwk = { ...signer.keySet.keys[0] };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'));
  };
  expect(isSigned(`${header}.${content}`)).toBe(true);
  expect(isSigned(`${header}.${content}x`)).toBe(false);
});

describe('a document that is read back', () => {
  const signer = createWebhookSigner({ key, previousKey });
  const document = signer.signDocument({ credits: 20 }, 'quote');

  it('has the content that was signed, also with the previous key', () => {
    const earlier = createWebhookSigner({ key: previousKey }).signDocument({ credits: 30 }, 'quote');
    expect([document, earlier].map((each) => signer.readDocument(each, 'quote'))).toEqual([
      { credits: 20 },
      { credits: 30 },
    ]);
  });

  it('is none when any of its bits is another one', () => {
    const bytes = Buffer.from(document);
    for (let bit = 0; bit < 8 * bytes.length; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect([bit, signer.readDocument(changed.toString('latin1'), 'quote')]).toEqual([bit, undefined]);
    }
  });

  it.each([
    ['of another type', () => signer.signDocument({ credits: 20 }, 'statement')],
    ['without a type', () => signer.signDocument({ credits: 20 })],
    ['of a key that is not ours', () => createWebhookSigner({ key: otherKey }).signDocument({}, 'quote')],
    ['with a part too many', () => `${document}.x`],
    ['without a signature', () => document.replace(/[^.]*$/, '')],
    ['with a header that asks for no signature', () => document.replace(/^[^.]*/, 'eyJhbGciOiJub25lIn0')],
    ['with padding', () => `${document}==`],
    ['of no text', () => ''],
  ])('is none %s', (_what, make) => expect(signer.readDocument(make(), 'quote')).toBeUndefined());
});
