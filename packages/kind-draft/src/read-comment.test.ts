import { expect, it } from 'vitest';
import { readComment } from './read-comment.ts';

it.each([
  ['Length of the clip Default value: `"5s"`', { description: 'Length of the clip', default: '5s' }],
  ['The seed. Default value: `9007199254740993`', { default: 9007199254740992 }],
  ['Size. Default value: `landscape_4_3`', { default: 'landscape_4_3' }],
  ['On. Default value: `true`', { default: true }],
  ['Rate. Must be between 4 to 60 (inclusive). Default value: `16`', { min: 4, max: 60, default: 16 }],
  ['Strength (0.1-1).', { min: 0.1, max: 1 }],
  ['How many. Minimum value is 2', { min: 2 }],
  ['Number of images, maximum of 6', { max: 6 }],
  ['Max 1,500 characters.', { maxLength: 1500 }],
])('%s', (comment, facts) => {
  expect(readComment(comment)).toMatchObject(facts);
});

it('the reader of comments reads seconds as values of a duration alone', () => {
  const comment = 'Seconds of the video. v6 supports values from 1 to 15 seconds Default value: `5`';
  expect(readComment(comment, 'duration')).toMatchObject({ min: 1, max: 15, default: 5 });
  expect(readComment(comment, 'start_time')).not.toHaveProperty('max');
});

it('the reader of comments reads no range from sizes of files and pictures, nor from versions', () => {
  for (const text of ['between 256 and 1280 pixels', 'Max 10 MB', 'a model from 2.1', 'max 30 seconds']) {
    const { min, max } = readComment(text);
    expect([text, min, max]).toEqual([text, undefined, undefined]);
  }
});

it('the reader of comments joins the lines of a comment', () => {
  expect(readComment('*\n     * First line\n     * and second. Default value: `1`\n     ')).toEqual({
    description: 'First line and second.',
    default: 1,
  });
});
