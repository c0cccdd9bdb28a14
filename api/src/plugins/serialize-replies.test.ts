import {
  audioHistoryReply,
  blankGeneration,
  createReply,
  generation as generationSchema,
  imageHistoryReply,
  libraryReply,
  understandingHistoryReply,
  videoHistoryReply,
} from '@atelier/contract';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { replyCompiler, toCheck } from './serialize-replies.ts';

const output = {
  id: 'o1',
  url: '/media/u/1',
  poster_url: null,
  placeholder: null,
  content_type: 'audio/flac',
  bytes: 5_000_000_000,
  width: null,
  height: null,
  duration_seconds: 5.0625,
  fps: null,
  text: null,
  peaks: [0.1, 1],
  is_flagged: false,
  original_url: null,
};
/** Generation in the order of its schema, as routes make it. */
const generation = z.parse(
  generationSchema,
  blankGeneration({
    id: 'g1',
    kind: 'text-to-video',
    medium: 'video',
    status: 'failed',
    revision: 3,
    prompt: 'A "paper" boat \n 雨',
    model: 'wan-t2v',
    stand_in: { kind: 'veo3-1', max_credits: 300 },
    width: 832,
    input: { seed: 1, nested: { b: [1, null], a: undefined } },
    adjustments: [{ field: 'width', from: 1, to: undefined, reason: 'rounded' }],
    progress: { stage: 'done', percent: 99, expected_seconds: 60.5 },
    credits: { cost: 300, held: 0, settled: 0, released: 300 },
    outputs: [output],
    error: { code: 'x', message: 'y', reason: null, fields: [{ field: 'prompt', message: 'z', index: 2 }] },
    question: { doubt: 'blank', credits: 300, until: '2026-11-26T12:00:00.000Z' },
    is_favorite: true,
    tags: ['night'],
    batch_line: 1,
    batch_set: 1,
    created_at: '2026-11-25T12:00:00.000Z',
    seed_used: 9_007_199_254_740_991,
  }),
);
const reply = { data: [generation], next: null, previous: 'g1', page: 1 };

const route = (schema: z.ZodMiniType) => ({ schema, method: 'GET', url: '/api/library' });
const write = replyCompiler(route(libraryReply));
const writeCopy = serializerCompiler(route(libraryReply));

/** Returns the written JSON, or the name of the error. */
function outcome(run: (value: unknown) => string, value: unknown): string {
  try {
    return run(value);
  } catch (error) {
    return (error as Error).name;
  }
}

type Container = Record<string, unknown>;

/** Each object and list of a value. */
function listContainers(value: unknown): Container[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Container, ...Object.values(value).flatMap(listContainers)];
}

/** Copies of the reply with one thing changed at one place, for every place. */
function* changedReplies(): Generator<unknown> {
  const others = [
    null,
    undefined,
    1,
    1.5,
    Number.NaN,
    2 ** 60,
    '',
    'x',
    true,
    {},
    [],
    [undefined],
    new Date(0),
  ];
  for (const [place, original] of listContainers(reply).entries()) {
    const change = (alter: (container: Container) => unknown) => {
      const copy = structuredClone(reply);
      const container = listContainers(copy)[place];
      if (container) alter(container);
      return copy;
    };
    for (const name of Object.keys(original)) {
      for (const other of others) yield change((container) => Object.assign(container, { [name]: other }));
      yield change((container) => void delete container[name]);
      yield change((container) => {
        const value = container[name];
        delete container[name];
        container[name] = value;
      });
    }
    yield change((container) => Object.assign(container, { secret: 'provider words' }));
    yield change(
      (container) => void Object.defineProperty(container, '__proto__', { value: 1, enumerable: true }),
    );
  }
}

describe('a reply', () => {
  it('is written as its schema would write a copy, and refused when that would be, whatever is in it', () => {
    let count = 0;
    for (const changed of changedReplies()) {
      expect(outcome(write, changed)).toBe(outcome(writeCopy, changed));
      count += 1;
    }
    expect(count).toBeGreaterThan(1_000);
  });

  it('of a list is not copied', () => {
    expect(toCheck(libraryReply)?.(reply)).toBe(true);
    expect(write(reply)).toBe(writeCopy(reply));
  });

  it('loses what its schema does not name', () => {
    const given = { ...reply, data: [{ ...generation, provider_result: 'provider words' }] };
    expect(toCheck(libraryReply)?.(given)).toBe(false);
    expect(write(given)).not.toContain('provider words');
  });
});

it('the serializer knows the schemas of all lists, and leaves others to the schema itself', () => {
  for (const schema of [
    libraryReply,
    videoHistoryReply,
    imageHistoryReply,
    audioHistoryReply,
    understandingHistoryReply,
    createReply,
  ])
    expect(toCheck(schema)).toBeDefined();
  for (const schema of [
    z.looseObject({}),
    z.string().check(z.maxLength(3)),
    z.iso.date(),
    z.record(z.string(), z.string()),
    z._default(z.string(), ''),
    z.union([z.string(), z.null()]),
    z.object({ at: z.date() }),
  ])
    expect(toCheck(schema)).toBeUndefined();
});

it('the serializer writes a long reply as the bytes of the same text', () => {
  const long = { ...reply, data: Array.from({ length: 20 }, () => generation) };
  expect(write(long)).toEqual(Buffer.from(writeCopy(long)));
  const withMore = { ...long, unknown: 1 };
  expect(write(withMore)).toEqual(Buffer.from(writeCopy(withMore)));
});
