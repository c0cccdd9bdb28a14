import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { downloadName } from './file-names.ts';

const outputOf = (type: string) => ({ content_type: type }) as PublicOutput;
const recordOf = (prompt: string, outputs: PublicOutput[]) =>
  ({ prompt, kind: 'text-to-video', created_at: '2026-11-21T09:00:00.000Z', outputs }) as PublicGeneration;
const nameOf = (prompt: string, output = outputOf('video/mp4')) =>
  downloadName(recordOf(prompt, [output]), output);

describe('downloadName', () => {
  it('takes words of the prompt, the day and the ending of the type', () => {
    expect(nameOf('A paper boat, on a rain-soaked street!')).toBe(
      'a-paper-boat-on-a-rain-soaked-street-2026-11-21.mp4',
    );
    expect(nameOf('x', outputOf('video/webm'))).toBe('x-2026-11-21.webm');
  });

  it('tells several files of one record apart', () => {
    const outputs = ['image/png', 'image/jpeg', 'image/webp'].map(outputOf);
    expect(outputs.map((output) => downloadName(recordOf('x', outputs), output))).toEqual([
      'x-2026-11-21-1.png',
      'x-2026-11-21-2.jpg',
      'x-2026-11-21-3.webp',
    ]);
  });

  it('keeps letters of every script', () => {
    expect(nameOf('雨夜的霓虹街道')).toBe('雨夜的霓虹街道-2026-11-21.mp4');
  });

  it('keeps nothing a file system could trip over', () => {
    expect(nameOf('../../etc/passwd\n"con"')).toBe('etc-passwd-con-2026-11-21.mp4');
  });

  it('cuts a long prompt between words and one endless word anywhere', () => {
    expect(nameOf('word '.repeat(40))).toBe('word-word-word-word-word-word-word-word-word-2026-11-21.mp4');
    expect(nameOf('雨'.repeat(200))).toBe(`${'雨'.repeat(48)}-2026-11-21.mp4`);
  });

  it('names a record without any word after its kind', () => {
    expect(nameOf('🦊🦊')).toBe('text-to-video-2026-11-21.mp4');
  });
});
