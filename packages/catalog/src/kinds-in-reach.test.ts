import { describe, expect, it } from 'vitest';
import { getKind, kinds } from './kinds.ts';
import { kindsInReach } from './kinds-in-reach.ts';
import { defaultInput } from './price-range.ts';

const found = (kindId: string, input: object, maxCredits: number, limit?: number) => {
  const kind = getKind(kindId);
  return kindsInReach(kinds, { kind, input: { ...defaultInput(kind), ...input }, maxCredits, limit }).map(
    ({ kind: { id }, costCredits, input: { prompt, resolution } }) => ({
      id,
      costCredits,
      prompt,
      resolution,
    }),
  );
};

describe('kinds in reach', () => {
  it('are other kinds of the medium that fit, with the same prompt', () => {
    expect(found('wan-v2-2-a14b', { prompt: 'A lamp', resolution: '480p' }, 300)).toEqual([
      { id: 'text-to-video', costCredits: 300, prompt: 'A lamp', resolution: '480p' },
      { id: 'wan-v2-2-5b', costCredits: 300, prompt: 'A lamp', resolution: '580p' },
    ]);
  });

  it('get the closest cheaper setting where the chosen one is too expensive', () => {
    const [first] = found('wan-v2-2-a14b', { prompt: 'A lamp', resolution: '720p' }, 399, 9).filter(
      ({ id }) => id === 'text-to-video',
    );
    expect(first).toMatchObject({ costCredits: 300 });
  });

  it('never need a file that is not there, and never drop one', () => {
    const filled = { prompt: 'She turns', image_url: 'https://example.com/a.jpg' };
    const takesImage = (id: string) => getKind(id).fields.image_url !== undefined;
    const inReach = found('image-to-video-pro', filled, 400, 20).map(({ id }) => id);
    expect(inReach).toContain('image-to-video');
    expect(inReach.filter((id) => !takesImage(id))).toEqual([]);
    expect(found('image-to-video', filled, 20, 20)).toEqual([]);
    expect(found('text-to-video', { prompt: 'A lamp' }, 250, 9).map(({ id }) => id)).not.toContain(
      'image-to-video',
    );
  });

  it('are none when nothing of the medium is cheap enough', () => {
    expect(found('text-to-video', { prompt: 'A lamp' }, 10)).toEqual([]);
    expect(found('video-to-audio', { video_url: 'https://example.com/a.mp4' }, 10)).toEqual([]);
  });
});
