import type { PublicCut } from '@atelier/contract';
import { expect, it } from 'vitest';
import { newerCut } from './newer-cut.ts';

const make = (revision: number, state: PublicCut['state'], percent: number | null = null) =>
  ({ revision, state, percent }) as PublicCut;

it.each([
  [make(1, 'waiting'), make(2, 'running', 0), 1],
  [make(3, 'running', 5), make(1, 'waiting'), 0],
  [make(4, 'running', 40), make(3, 'running', 20), 0],
  [make(4, 'running', 40), make(5, 'running', 60), 1],
  [make(4, 'running', 40), make(6, 'running', 0), 1],
  [make(9, 'completed'), make(8, 'running', 99), 0],
  [make(8, 'running', 99), make(9, 'cancelled'), 1],
])('of %j and %j, number %i is the newer one', (known, next, place) => {
  expect(newerCut(known, next)).toBe([known, next][place]);
});
