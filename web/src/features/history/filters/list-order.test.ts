import { expect, it } from 'vitest';
import { findDirection, isByDay, nextOrder } from './list-order.ts';

it('a press on a head sorts by its column, and a second one turns the order round', () => {
  expect(nextOrder('credits', undefined)).toBe('credits');
  expect(nextOrder('credits', 'credits')).toBe('-credits');
  expect(nextOrder('credits', '-credits')).toBe('credits');
  expect(nextOrder('model', 'status')).toBe('model');
  expect(nextOrder('time', undefined)).toBe('oldest');
  expect(nextOrder('time', 'model')).toBeUndefined();
});

it('one column at a time says in which direction it sorts', () => {
  expect(findDirection('time', undefined)).toBe('descending');
  expect(findDirection('time', 'oldest')).toBe('ascending');
  expect(findDirection('credits', 'credits')).toBe('descending');
  expect(findDirection('credits', '-credits')).toBe('ascending');
  expect(findDirection('model', 'model')).toBe('ascending');
  expect(findDirection('status', '-status')).toBe('descending');
  expect(findDirection('model', undefined)).toBeUndefined();
});

it('days have headings where the list goes by time', () => {
  expect([undefined, 'oldest', 'model', '-credits'].map((order) => isByDay(order as 'model'))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
