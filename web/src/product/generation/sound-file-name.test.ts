import type { PublicOutput } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { namedSoundFile, soundFileName } from './sound-file-name.ts';

const output = { content_type: 'audio/wav' } as PublicOutput;

describe('the file name of a sound', () => {
  it('is generated-audio.wav beside the form', () => {
    expect(soundFileName(output)).toBe('generated-audio.wav');
    expect(soundFileName({ ...output, content_type: 'audio/mpeg' })).toBe('generated-audio.mp3');
  });

  it('is the first 20 characters of the prompt in the history', () => {
    expect(namedSoundFile('Waves that break on a pebble beach', output)).toBe('Waves that break on.wav');
    expect(namedSoundFile('海浪🌊拍打着卵石海滩的声音由远及近慢慢传来再远去', output)).toBe(
      '海浪🌊拍打着卵石海滩的声音由远及近慢慢传.wav',
    );
  });

  it('leaves out what a file system refuses', () => {
    expect(namedSoundFile('a/b\\c: "d"?\n<e>', output)).toBe('a b c d e.wav');
    expect(namedSoundFile('... of rain...', output)).toBe('of rain.wav');
  });

  it('is the one of the form without a prompt', () => {
    expect(namedSoundFile('', output)).toBe('generated-audio.wav');
    expect(namedSoundFile('///', output)).toBe('generated-audio.wav');
  });
});
