import { type Fault, switching } from './fault.ts';

export const slowProvider: Fault = {
  id: 'slow-provider',
  title: 'fal is slow',
  aim: ({ links: { fal } }, chance) =>
    switching('fal', chance.between(4_000, 10_000), {
      on: () => fal.setMode('slow'),
      off: () => fal.setMode('open'),
    }),
};
