import { describe, expect, it } from 'vitest';
import { describeIssue } from '../../describe-issue.ts';
import { getKind, parseInput } from '../../index.ts';
import { getProvider } from '../../server.ts';
import { parsed } from '../../testing/inputs.ts';

const kind = getKind('image-understanding');
const asked = { image: 'https://example.com/a.jpg', question: 'How many boats?' };

function problems(raw: Record<string, unknown>): string[] {
  const result = parseInput(kind, { ...asked, ...raw });
  return result.ok ? [] : result.issues.map(describeIssue).map(({ path, message }) => `${path}: ${message}`);
}

describe('a question about an image', () => {
  it('needs an image and a question, and has defaults for the rest', () => {
    expect(problems({ image: '', question: ' \n' })).toEqual([
      'image: Please upload an image!',
      'question: Please enter a question!',
    ]);
    expect(parsed(kind, asked)).toEqual({ ...asked, temperature: 0.1, top_p: 0.95, seed: 42 });
  });

  it.each([
    ['temperature', 'Temperature must be between 0 and 1'],
    ['top_p', 'Top P must be between 0 and 1'],
  ])('accepts a %s from 0 to 1', (name, message) => {
    for (const value of [0, 0.01, 0.5, 1]) expect(problems({ [name]: value })).toEqual([]);
    for (const value of [-0.01, 1.01, '0.5', null]) {
      expect(problems({ [name]: value })).toEqual([`${name}: ${message}`]);
    }
  });

  it('accepts any whole number as a seed, and uses 42 without one', () => {
    for (const seed of [0, -1, 2_000_000]) expect(parsed(kind, { ...asked, seed }).seed).toBe(seed);
    expect(parsed(kind, { ...asked, seed: null }).seed).toBe(42);
    for (const seed of [1.5, '42', 1e20])
      expect(problems({ seed })).toEqual(['seed: Seed must be a whole number']);
  });

  it('is listed and found by its question', () => {
    expect(kind.columns(parsed(kind, asked))).toMatchObject({ prompt: 'How many boats?' });
  });

  it('is sent without its seed, which is recorded where one was asked for', () => {
    expect(getProvider(kind).toRequest(parsed(kind, { ...asked, seed: 7 }))).toEqual({
      body: {
        image_url: 'https://example.com/a.jpg',
        prompt: 'How many boats?',
        temperature: 0.1,
        top_p: 0.95,
      },
      adjustments: [{ field: 'seed', from: 7, to: null, reason: 'not_taken_by_model' }],
    });
    expect(getProvider(kind).toRequest(parsed(kind, asked)).adjustments).toEqual([]);
  });
});
