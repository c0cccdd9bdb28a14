import { describe, expect, it } from 'vitest';
import { getKind, kinds } from './kinds.ts';
import { kindsInReach, standInsInReach } from './kinds-in-reach.ts';
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
    expect(found('image-to-video', filled, 10, 20)).toEqual([]);
    expect(found('text-to-video', { prompt: 'A lamp' }, 250, 9).map(({ id }) => id)).not.toContain(
      'image-to-video',
    );
  });

  it('are none of the kinds that have no equal: a sound is no cheaper change of a video', () => {
    const filled = { prompt: 'As clay', video_url: 'https://example.com/a.mp4' };
    expect(found('vace', filled, 10_000, 20).filter(({ id }) => getKind(id).hasNoEqual)).toEqual([]);
  });

  it('are none when nothing of the medium is cheap enough', () => {
    expect(found('text-to-video', { prompt: 'A lamp' }, 10)).toEqual([]);
    expect(found('video-to-audio', { video_url: 'https://example.com/a.mp4' }, 10)).toEqual([]);
  });
});

describe('kinds that may stand in', () => {
  const standIns = (kindId: string, input: object) => {
    const kind = getKind(kindId);
    const asked = { kind, input: { ...defaultInput(kind), ...input }, maxCredits: 10_000, limit: 99 };
    return standInsInReach(kinds, asked).map(({ kind: { id } }) => id);
  };
  const video = 'https://example.com/a.mp4';
  const image = 'https://example.com/a.png';

  it('make the same from the same words and files', () => {
    expect(standIns('text-to-video', { prompt: 'A lamp' })).toContain('veo3-1');
    const [first, ...others] = standIns('image-to-video', { prompt: 'She turns', image_url: image });
    expect([first, ...others].every((id) => id && getKind(id).fields.image_url)).toBe(true);
  });

  it('do not drop the words, and are none for a kind that takes no words', () => {
    expect(standIns('vace', { prompt: 'As clay', video_url: video })).toEqual([]);
    expect(standIns('topaz-upscale-image', { image_url: image })).toEqual([]);
    expect(standIns('wan-v2-2-animate-move', { image_url: image, video_url: video })).toEqual([]);
  });

  it('are none for a kind that has no equal', () => {
    expect(standIns('music', { prompt: 'A waltz' })).toEqual([]);
    expect(standIns('sound-effects', { prompt: 'A door' })).toEqual([]);
    expect(standIns('grok-edit-video', { prompt: 'Snow', video_url: video })).toEqual([]);
  });

  it('are none for sounds and for answers about images, so that their forms and cards have nothing to ask', () => {
    const asked = kinds.filter(({ medium }) => medium === 'audio' || medium === 'text');
    const standInsByKind = asked.map(({ id, fields }) => {
      const files = { video_url: video, audio_url: video, image };
      const taken = Object.entries(files).filter(([name]) => fields[name]);
      return [id, standIns(id, { prompt: 'A waltz', ...Object.fromEntries(taken) })] as const;
    });
    expect(standInsByKind.length).toBeGreaterThan(10);
    expect(standInsByKind.filter(([, found]) => found.length > 0)).toEqual([]);
  });
});
