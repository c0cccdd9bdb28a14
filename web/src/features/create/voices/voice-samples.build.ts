import { makeVoiceSamples } from '../../../../build/voice-samples.ts';

const samples = await makeVoiceSamples();

/** Addresses of short sounds by kind and voice; a voice without one cannot be listened to. */
export const voiceSamples: Record<string, Record<string, string>> = Object.fromEntries(
  [...samples].map(([kindId, files]) => [
    kindId,
    Object.fromEntries([...files].map(([voice, { url }]) => [voice, url])),
  ]),
);
