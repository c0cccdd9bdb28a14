import { describe, expect, it } from 'vitest';
import { kinds } from './kinds.ts';
import {
  audioOutputs,
  describedOutputs,
  imageOutputs,
  textOutputs,
  unflaggedOutputs,
  videoOutputs,
} from './outputs.ts';
import { getProvider } from './server.ts';

const { readOutputs: readAudio } = audioOutputs;
const { readOutputs: readImages } = imageOutputs;
const { readOutputs: readText } = textOutputs;
const { readOutputs: readVideo } = videoOutputs;

const url = 'https://v3.fal.media/files/lion/a.mp4';

it('the reader of videos takes the type that fal names, or none', () => {
  expect(readVideo({ video: { url, content_type: 'video/mp4' } }).files).toEqual([
    { url, contentType: 'video/mp4', isFlagged: false },
  ]);
  expect(readVideo({ video: { url, content_type: null }, seed: 1 }).files).toMatchObject([
    { url, contentType: undefined },
  ]);
});

it.each([{}, { video: null }])('the reader of videos finds no file in %j', (result) =>
  expect(readVideo(result).files).toEqual([]),
);

it.each([null, 'x', { video: 'x' }, { video: {} }, { video: { url: 7 } }])(
  'the reader of videos throws on %j',
  (result) => expect(() => readVideo(result)).toThrow(),
);

it('the reader of images marks those that the safety checker blackened', () => {
  const images = [{ url: 'a' }, { url: 'b' }, { url: 'c' }];
  const { files } = readImages({ images, has_nsfw_concepts: [false, true] });
  expect(files.map(({ isFlagged }) => isFlagged)).toEqual([false, true, false]);
  expect(readImages({ images }).files.map(({ isFlagged }) => isFlagged)).toEqual([false, false, false]);
});

it.each([{}, { images: null }, { images: [] }])('the reader of images finds none in %j', (result) =>
  expect(readImages(result).files).toEqual([]),
);

it('the reader of sounds finds one, and no file without one', () => {
  expect(readAudio({ audio: { url, content_type: 'audio/wav' }, prompt: 'Waves' }).files).toEqual([
    { url, contentType: 'audio/wav', isFlagged: false },
  ]);
  expect(readAudio({ audio: null }).files).toEqual([]);
  expect(() => readAudio({ audio: { url: 7 } })).toThrow();
});

it('the reader of answers drops surrounding whitespace and characters that cannot be stored', () => {
  expect(readText({ output: ' Three\u0000 boats\ud800\n' })).toEqual({
    files: [],
    text: 'Three boats\ufffd',
  });
});

it.each(['', ' \n'])('the reader of answers finds none in %j', (output) =>
  expect(readText({ output }).text).toBeUndefined(),
);

it.each([{}, { output: null }, { output: 7 }, { output: ['a'] }])(
  'the reader of answers throws on %j',
  (result) => expect(() => readText(result)).toThrow(),
);

it.each([
  [839201, 839201],
  [0, 0],
  [2 ** 53, undefined],
  ['7', undefined],
  [1.5, undefined],
])('the reader of seeds reads %j as %j', (seed, read) => {
  expect(readVideo({ video: { url }, seed }).seed).toBe(read);
  expect(readImages({ images: [{ url }], seed }).seed).toBe(read);
});

describe('a result in the shape of fal', () => {
  const file = { contentType: 'image/png', fileName: 'a.png', bytes: 1, seconds: 2, width: 4, height: 3 };
  const rest = { text: undefined, prompt: 'A', inferenceSeconds: null };

  it('has a black image in place of one that was hidden', () => {
    const files = [
      { ...file, url: 'https://a.test/1.png', isFlagged: false },
      { ...file, url: '', isFlagged: true },
    ];
    expect(imageOutputs.toResult({ ...rest, files, seed: 7 })).toEqual({
      images: [
        { url: 'https://a.test/1.png', width: 4, height: 3, content_type: 'image/png' },
        {
          url: expect.stringMatching(/^data:image\/png;base64,/),
          width: 4,
          height: 3,
          content_type: 'image/png',
        },
      ],
      has_nsfw_concepts: [false, true],
      seed: 7,
      timings: {},
      prompt: 'A',
    });
  });

  it('names no seed that the model did not report', () => {
    const files = [{ ...file, url: 'https://a.test/1.mp4', isFlagged: false }];
    expect(videoOutputs.toResult({ ...rest, files, seed: null })).not.toHaveProperty('seed');
  });
});

it('the readers of files take an address alone, and a file whose content type is no text', () => {
  const url = 'https://v3.fal.media/a.mp4';
  const file = { url, contentType: undefined, isFlagged: false };
  expect(videoOutputs.readOutputs({ video: url }).files).toEqual([file]);
  expect(videoOutputs.readOutputs({ video: { url, content_type: 5 } }).files).toEqual([file]);
});

it('an image that is null leaves the others, each with its own flag', () => {
  const urls = ['https://v3.fal.media/a.png', 'https://v3.fal.media/b.png'];
  const images = [{ url: urls[0] }, null, { url: urls[1] }];
  const { files } = imageOutputs.readOutputs({ images, has_nsfw_concepts: [false, null, true] });
  expect(files.map(({ url, isFlagged }) => [url, isFlagged])).toEqual([
    [urls[0], false],
    [urls[1], true],
  ]);
});

describe('fields that only advise never cost a result', () => {
  const oddFile = {
    width: 'a',
    height: null,
    content_type: 5,
    file_size: null,
    file_name: {},
    duration: '1 s',
  };
  const oddResult = {
    seed: 'x',
    timings: '1 s',
    has_nsfw_concepts: 'none',
    prompt: 7,
    description: [],
    duration: null,
  };
  const isFile = (value: unknown): value is { url: string } => typeof Object(value).url === 'string';

  it.each(kinds.map((kind) => [kind.id, kind] as const))('of %s', (_id, kind) => {
    const { readOutputs, sample } = getProvider(kind);
    const odd = Object.entries(sample as Record<string, unknown>).map(([name, value]) => [
      name,
      isFile(value)
        ? { ...value, ...oddFile }
        : Array.isArray(value) && value.every(isFile)
          ? value.map((entry) => ({ ...entry, ...oddFile }))
          : value,
    ]);
    const { files, text } = readOutputs({ ...Object.fromEntries(odd), ...oddResult });
    const expected = readOutputs(sample);
    expect(files.map(({ url }) => url)).toEqual(expected.files.map(({ url }) => url));
    expect(text).toBe(expected.text);
  });

  it.each([null, 'none', [[null, 'x']], [[false, false, false, false, true]], { 0: true }, 1])(
    'also where the flags of images are %j',
    (flags) => {
      const images = [{ url }, { url }];
      expect(readImages({ images, has_nsfw_concepts: flags }).files).toMatchObject([
        { url, isFlagged: false },
        { url, isFlagged: false },
      ]);
    },
  );
});

it.each([{ url: null }, {}, null, { url: 7 }, { url: [] }, 7, '', '/a.png', 'ftp://a.test/a.png', true])(
  'an image that is %j leaves the others, each with its own flag',
  (entry) => {
    const images = [{ url: `${url}?1` }, entry, { url: `${url}?2` }];
    for (const { readOutputs } of [imageOutputs, unflaggedOutputs, describedOutputs]) {
      const { files } = readOutputs({ images, has_nsfw_concepts: [false, false, true] });
      expect(files.map((file) => file.url)).toEqual([`${url}?1`, `${url}?2`]);
    }
    const { files } = readImages({ images, has_nsfw_concepts: [false, false, true] });
    expect(files.map(({ isFlagged }) => isFlagged)).toEqual([false, true]);
  },
);

it.each(['', null, 7, {}, { url: null }])('a result whose only image is %j has none', (image) =>
  expect(readImages({ images: [image] }).files).toEqual([]),
);
