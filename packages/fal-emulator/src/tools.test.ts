import { expect, it } from 'vitest';
import { withoutModel } from './tools.ts';

it('a drawing does not name its model, and those of two models differ', () => {
  const draw = (title: string) => withoutModel({ title, prompt: 'A pier', footer: 'seed 7' }, 7);
  const [first, second] = [draw('Wan 2.1'), draw('Kling 3.0')];
  expect(first.caption).toEqual({ title: '', prompt: 'A pier', footer: 'seed 7' });
  expect(second.caption).toEqual(first.caption);
  expect(second.seed).not.toBe(first.seed);
  expect(draw('Wan 2.1')).toEqual(first);
});
