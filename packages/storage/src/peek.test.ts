import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { peek } from './peek.ts';

const ofChunks = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

it.each([
  { chunks: ['0123456789'], head: '0123' },
  { chunks: ['0', '12', '3456', '789'], head: '0123' },
  { chunks: ['01'], head: '01' },
  { chunks: [], head: '' },
])('a peek shows the first bytes of $chunks and keeps all', async ({ chunks, head }) => {
  const peeked = await peek(ofChunks(...chunks), 4);
  expect(peeked.head.toString()).toBe(head);
  expect(await text(peeked.whole)).toBe(chunks.join(''));
});

it('a peeked stream fails as its source fails, before and after', async () => {
  async function* broken(chunks: string[]) {
    for (const chunk of chunks) yield Buffer.from(chunk);
    throw new Error('connection lost');
  }
  await expect(peek(Readable.from(broken(['0'])), 4)).rejects.toThrow('connection lost');
  const { whole } = await peek(Readable.from(broken(['0123', '45'])), 4);
  await expect(text(whole)).rejects.toThrow('connection lost');
});

it('a peeked stream ends its source when it is destroyed unread', async () => {
  const source = ofChunks('0123', '4567');
  const { whole } = await peek(source, 4);
  whole.destroy();
  await new Promise((resolve) => whole.once('close', resolve));
  expect(source.destroyed).toBe(true);
});
