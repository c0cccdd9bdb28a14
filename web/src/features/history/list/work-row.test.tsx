import type { PublicOutput } from '@atelier/contract';
import { expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { countWords, lengthAndSize, rowCredits } from './work-row.tsx';

const output = (change: Partial<PublicOutput>) => ({ url: '/media/a', ...change }) as PublicOutput;

it('a row says how long a video is and how sharp, and how large an image', () => {
  const video = sampleGeneration({
    outputs: [output({ width: 1280, height: 720, duration_seconds: 5.04 })],
  });
  expect(lengthAndSize(video)).toBe('0:05 · 720p');
  const image = sampleGeneration({ medium: 'image', outputs: [output({ width: 1024, height: 768 })] });
  expect(lengthAndSize(image)).toBe('1024 × 768');
  const sound = { medium: 'audio', width: null, height: null } as const;
  expect(lengthAndSize(sampleGeneration({ ...sound, outputs: [output({ duration_seconds: 59.7 })] }))).toBe(
    '1:00',
  );
});

it('a row shows the size that was asked for where nothing was made', () => {
  expect(lengthAndSize(sampleGeneration({ status: 'failed' }))).toBe('480p');
});

it('a row shows the credits that came back in place of the charge', () => {
  const credits = (settled: number, released: number) =>
    rowCredits({ credits: { cost: 300, held: 0, settled, released } });
  expect(credits(300, 0)).toEqual({ count: 300, isReturned: false });
  expect(credits(0, 300)).toEqual({ count: 300, isReturned: true });
  expect(credits(200, 100)).toEqual({ count: 200, isReturned: false });
});

it('words are counted in any language', () => {
  expect(countWords('It is 320 by 180 pixels.')).toBe(6);
  expect(countWords('这是一只猫')).toBeGreaterThan(1);
});
