import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { acceptsDocument, createNegotiator, prefersDocument } from './preferred-type.ts';

const asking = (accept: string | undefined) => ({ headers: { accept } }) as FastifyRequest;

describe('a client', () => {
  it.each([
    undefined,
    '',
    ' ',
    '*/*',
    '*',
    'text/*',
    'text/html',
    'TEXT/HTML',
    'application/xhtml+xml',
    'text/html;q=0.001',
    'text/html; charset=UTF-8;q=0.4, application/json',
    'application/json, text/plain, */*',
    'text/html;q=0, application/xhtml+xml',
    'garbage',
    ',,;;q=',
    'text/html;q=abc',
    'text/html;q=',
    'text/html; Q = 1,5',
    'text/html;q=-1',
    'text/html;q=2',
    'text/html;q="high"',
    'text/html;q="0.5"',
    'text/html;q=.2, image/gif;q=1.',
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  ])('takes a document with Accept %j', (accept) => expect(acceptsDocument(asking(accept))).toBe(true));

  it.each([
    'application/json',
    'image/png',
    'text/plain',
    'text/html;q=0',
    'text/html;q=0.0, application/json',
    'text/html;q=0, application/xhtml+xml;q=0, */*',
    '*/*;q=0',
    'image/png, text/html;q=0.',
    'application/json;x="text/html;q=abc"',
    'text/*;q=0, application/*;q=0',
    'application/json;profile="text/html"',
    'application/json;x=text/html',
    'xtext/html',
  ])('takes no document with Accept %j', (accept) => expect(acceptsDocument(asking(accept))).toBe(false));

  it.each([
    ['text/html, application/json;q=0.9', true],
    ['text/html;q=0.5, application/json;q=0.9', false],
    ['application/json, */*', false],
    ['text/html, */*', true],
    ['image/png', false],
    ['text/html;q=abc, application/json;q=0.9', true],
    ['text/html;q=.2, application/json;q=.3', false],
  ])('is answered by its preference with Accept %j', (accept, isDocument) => {
    expect(prefersDocument(asking(accept))).toBe(isDocument);
    expect(prefersDocument(asking(accept), false)).toBe(isDocument);
  });

  it('without a preference gets what the address is usually asked for', () => {
    for (const accept of [undefined, '*/*']) {
      expect(prefersDocument(asking(accept))).toBe(true);
      expect(prefersDocument(asking(accept), false)).toBe(false);
    }
  });
});

it('a malformed quality of a language or an encoding is read as absent', () => {
  const headers = { 'accept-language': 'de;q=0.4, zh;q=much', 'accept-encoding': 'gzip;q=, identity;q=0.5' };
  expect(createNegotiator({ headers }).languages()).toEqual(['zh', 'de']);
  expect(createNegotiator({ headers }).encodings(['identity', 'gzip'])).toEqual(['gzip', 'identity']);
});
