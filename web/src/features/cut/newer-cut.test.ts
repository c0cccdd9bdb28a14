import type { PublicCut } from '@atelier/contract';
import { expect, it } from 'vitest';
import { newerCut } from './newer-cut.ts';

const make = (state: PublicCut['state'], percent: number | null = null) => ({ state, percent }) as PublicCut;

it.each([
  [make('waiting'), make('running', 0), 1],
  [make('running', 5), make('waiting'), 0],
  [make('running', 40), make('running', 20), 0],
  [make('running', 40), make('running', 60), 1],
  [make('completed'), make('running', 99), 0],
  [make('running', 99), make('cancelled'), 1],
])('of %j and %j, number %i is the newer one', (known, next, place) => {
  expect(newerCut(known, next)).toBe([known, next][place]);
});
