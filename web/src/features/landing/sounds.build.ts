import { makeSampleSounds } from '../../../build/sample-sounds.ts';

const files = await makeSampleSounds();

const order = [
  { id: 'waltz', kindId: 'music' },
  { id: 'drift', kindId: 'music' },
  { id: 'surf', kindId: 'sound-effects' },
] as const;

/** Sounds to listen to, each like what a kind makes; `samples:<id>` are their texts. */
export const sounds = order.map((sound) => ({ ...sound, url: files.get(sound.id)?.url ?? '' }));
