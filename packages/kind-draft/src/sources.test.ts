import { expect, it } from 'vitest';
import { fromInstalledTypes } from './sources.ts';

it('the error of an unknown endpoint names the nearest ones', () => {
  expect(() => fromInstalledTypes('fal-ai/flux-schnel')).toThrow(
    /nearest ones are:\n {2}fal-ai\/flux\/schnell/,
  );
});
