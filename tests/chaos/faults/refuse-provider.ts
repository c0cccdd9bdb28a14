import { type Fault, switching } from './fault.ts';

export const refuseProvider: Fault = {
  id: 'refuse-provider',
  title: 'fal answers 503',
  aim: ({ links: { fal } }, chance) =>
    switching('fal', chance.between(4_000, 10_000), {
      on: () => fal.setMode('unavailable'),
      off: () => fal.setMode('open'),
    }),
};
