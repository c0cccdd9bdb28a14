import { describe, expect, it } from 'vitest';
import { readFacts } from './read-facts.ts';

const facts = {
  endpoint: 'maker/reel-9/text-to-video',
  source: 'https://fal.ai/models/maker/reel-9/text-to-video/llms.txt',
  read: '2026-10-08',
  price: '480P $0.05, 4k $0.30 per second',
  input: [
    { name: 'prompt', type: 'text', required: true, most: 2_000 },
    { name: 'duration', type: 'integer', default: 5, range: [3, 10] },
    { name: 'resolution', type: 'choice', options: ['480P', '4k'], default: '4k' },
    { name: 'image_urls', type: 'files', most: 4 },
  ],
  output: [{ name: 'video', type: 'file', required: true }],
};

describe('a file of facts', () => {
  it('states fields, results, price, source and day', () => {
    const { schema, price, source, read } = readFacts(facts);
    expect({ price, source, read }).toEqual({
      price: facts.price,
      source: facts.source,
      read: facts.read,
    });
    expect(schema.input.map(({ name, shape }) => [name, shape])).toEqual([
      ['prompt', { type: 'text', maxLength: 2_000 }],
      ['duration', { type: 'number', isWhole: true, min: 3, max: 10 }],
      ['resolution', { type: 'choice', options: ['480P', '4k'] }],
      ['image_urls', { type: 'list', of: { type: 'text' }, maxItems: 4 }],
    ]);
    expect(schema.output).toMatchObject([{ name: 'video', isRequired: true, shape: { type: 'object' } }]);
  });

  it.each([
    [{ ...facts, day: 'today' }, 'day'],
    [{ ...facts, endpoint: 'reel' }, 'endpoint'],
    [{ ...facts, read: 'October' }, 'read'],
    [{ ...facts, input: [] }, 'input'],
    [{ ...facts, price: 'ten dollars' }, 'The price is written like'],
    [{ ...facts, input: [{ name: 'a', type: 'date' }] }, 'input[0].type'],
    [{ ...facts, input: [...facts.input, { name: 'prompt', type: 'text' }] }, 'input.prompt is there twice'],
    [{ ...facts, input: [{ name: 'a', type: 'choice' }] }, 'input.a is a choice without options'],
    [{ ...facts, input: [{ name: 'a', type: 'text', range: [1, 2] }] }, 'input.a has a range, but'],
    [{ ...facts, input: [{ name: 'a', type: 'number', range: [2, 1] }] }, 'input.a has a range from 2 to 1'],
    [
      { ...facts, input: [{ name: 'a', type: 'integer', range: [1, 2], default: 5 }] },
      'input.a starts at 5, which is not one of its values',
    ],
    [
      { ...facts, input: [{ name: 'a', type: 'choice', options: ['x'], default: 'y' }] },
      'input.a starts at y, which is not one of its values',
    ],
  ])('with a mistake is refused with its place: %#', (source, place) => {
    expect(() => readFacts(source, 'reel.json')).toThrow(/^reel\.json cannot be read:/);
    expect(() => readFacts(source, 'reel.json')).toThrow(place);
  });
});
