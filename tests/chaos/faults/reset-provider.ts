import { type Fault, switching } from './fault.ts';

export const resetProvider: Fault = {
  id: 'reset-provider',
  title: 'fal accepts, and the connection breaks before its answer',
  aim: ({ links: { fal } }, chance) =>
    switching('fal', chance.between(4_000, 10_000), {
      on: () => fal.setMode('resetting'),
      off: () => fal.setMode('open'),
    }),
};
