import type { Shot } from '../films/document.ts';

/** A shot of five seconds that is made of its words alone. */
export const makeShot = (changes: Partial<Shot> = {}): Shot => ({
  id: crypto.randomUUID(),
  prompt: 'A paper boat leaves the harbour',
  kind: 'text-to-video',
  seconds: 5,
  first_url: null,
  last_url: null,
  shares_last: false,
  take_id: null,
  volume: 1,
  ...changes,
});
