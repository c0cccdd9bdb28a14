import type { KindDescription } from '@atelier/client';
import { describe, expect, it } from 'vitest';
import { readFieldArguments, toInput } from './read-input.ts';

const kind: KindDescription = {
  kind: 'some-kind',
  description: '',
  required: ['prompt'],
  fields: {
    prompt: { type: 'string' },
    count: { type: 'integer', enum: [1, 2] },
    strength: { type: 'number' },
    is_safe: { type: 'boolean' },
    seed: { type: ['integer', 'null'] },
    size: { anyOf: [{ type: 'string' }, { type: 'object' }] },
    image_url: { type: ['string', 'null'], format: 'uri-reference' },
    images: { type: 'array', items: { type: 'string', format: 'uri-reference' } },
  },
};
const read = (...given: string[]) =>
  toInput(kind, readFieldArguments(given), async (path) => `/media/${path.length}`);

describe('fields as arguments', () => {
  it('have the types of their schemas, and stay texts when they are no values of these', async () => {
    expect(await read('prompt=42', 'count=2', 'strength=0.5', 'is_safe=false', 'seed=null')).toEqual({
      prompt: '42',
      count: 2,
      strength: 0.5,
      is_safe: false,
      seed: null,
    });
    expect(await read('prompt=null', 'count=two', 'is_safe=yes', 'strength=')).toEqual({
      prompt: 'null',
      count: 'two',
      is_safe: 'yes',
      strength: '',
    });
    expect(await read('prompt=a=b', 'size={"width": 512}')).toEqual({ prompt: 'a=b', size: { width: 512 } });
    expect(await read('size=square')).toEqual({ size: 'square' });
  });

  it('keep addresses and upload files', async () => {
    const file = import.meta.filename;
    expect(await read('image_url=https://a.example/b.png', `images=${file}`, 'images=/media/a.png')).toEqual({
      image_url: 'https://a.example/b.png',
      images: [`/media/${file.length}`, '/media/a.png'],
    });
    await expect(read('image_url=absent.png')).rejects.toThrow('There is no file absent.png');
  });

  it('are refused when they are no fields, are none of the kind, or are given twice', async () => {
    expect(() => readFieldArguments(['prompt'])).toThrow('-i prompt is not FIELD=VALUE');
    await expect(read('promt=A')).rejects.toThrow('some-kind has no field promt. It has: prompt, count');
    await expect(read('prompt=A', 'prompt=B')).rejects.toThrow('prompt takes one value, not 2');
    await expect(read('size={oops')).rejects.toThrow('{oops is not JSON');
  });

  it('are texts for a kind that the site does not have', async () => {
    const given = readFieldArguments(['count=2', 'file=a.png']);
    expect(await toInput(undefined, given, async () => '')).toEqual({ count: '2', file: 'a.png' });
  });
});
