import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { downloadName, namedSoundFile, soundFileName } from './outputs.ts';

const makeOutput = (type: string) => ({ content_type: type }) as PublicOutput;
const makeGeneration = (prompt: string, outputs: PublicOutput[]) =>
  ({ prompt, kind: 'text-to-video', created_at: '2026-11-21T09:00:00.000Z', outputs }) as PublicGeneration;
const nameFile = (prompt: string, output = makeOutput('video/mp4')) =>
  downloadName(makeGeneration(prompt, [output]), output);

describe('downloadName', () => {
  it('joins words of the prompt, the day and the extension of the content type', () => {
    expect(nameFile('A paper boat, on a rain-soaked street!')).toBe(
      'a-paper-boat-on-a-rain-soaked-street-2026-11-21.mp4',
    );
    expect(nameFile('x', makeOutput('video/webm'))).toBe('x-2026-11-21.webm');
  });

  it('numbers the files of a generation with several', () => {
    const outputs = ['image/png', 'image/jpeg', 'image/webp'].map(makeOutput);
    expect(outputs.map((output) => downloadName(makeGeneration('x', outputs), output))).toEqual([
      'x-2026-11-21-1.png',
      'x-2026-11-21-2.jpg',
      'x-2026-11-21-3.webp',
    ]);
  });

  it('keeps letters of every script', () => {
    expect(nameFile('雨夜的霓虹街道')).toBe('雨夜的霓虹街道-2026-11-21.mp4');
  });

  it('drops every character that a file system rejects', () => {
    expect(nameFile('../../etc/passwd\n"con"')).toBe('etc-passwd-con-2026-11-21.mp4');
  });

  it('cuts a long prompt between words, and a single overlong word anywhere', () => {
    expect(nameFile('word '.repeat(40))).toBe('word-word-word-word-word-word-word-word-word-2026-11-21.mp4');
    expect(nameFile('雨'.repeat(200))).toBe(`${'雨'.repeat(48)}-2026-11-21.mp4`);
  });

  it('falls back to the kind when the prompt has no letters or digits', () => {
    expect(nameFile('🦊🦊')).toBe('text-to-video-2026-11-21.mp4');
  });
});

const sound = { content_type: 'audio/wav' } as PublicOutput;

describe('the file name of a sound', () => {
  it('is generated-audio.wav beside the form', () => {
    expect(soundFileName(sound)).toBe('generated-audio.wav');
    expect(soundFileName({ ...sound, content_type: 'audio/mpeg' })).toBe('generated-audio.mp3');
  });

  it('is the first 20 characters of the prompt in the history', () => {
    expect(namedSoundFile('Waves that break on a pebble beach', sound)).toBe('Waves that break on.wav');
    expect(namedSoundFile('海浪🌊拍打着卵石海滩的声音由远及近慢慢传来再远去', sound)).toBe(
      '海浪🌊拍打着卵石海滩的声音由远及近慢慢传.wav',
    );
  });

  it('drops every character that a file system rejects', () => {
    expect(namedSoundFile('a/b\\c: "d"?\n<e>', sound)).toBe('a b c d e.wav');
    expect(namedSoundFile('... of rain...', sound)).toBe('of rain.wav');
  });

  it('is the one beside the form when no usable character is left', () => {
    expect(namedSoundFile('', sound)).toBe('generated-audio.wav');
    expect(namedSoundFile('///', sound)).toBe('generated-audio.wav');
  });
});
