import type { Stream } from 'node-av';

/**
 * Beginning of a filter that makes a sound stereo: as loud on both sides as players make a single channel. The resampler
 * alone would halve its power.
 */
export function doubleMono(sound: Stream): string {
  return sound.codecpar.channelLayout.nbChannels === 1 ? 'pan=stereo|c0=c0|c1=c0,' : '';
}
