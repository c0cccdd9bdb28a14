import { afterEach, describe, expect, it } from 'vitest';
import { type ShownOutput, shownOutputs } from '#product/generation/outputs.ts';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { setKindClosures } from '#product/kinds/kind-closures.ts';
import { findGoal, listActs } from './list-acts.ts';

function makeResult(
  change: Partial<ShownOutput>,
  kind = 'text-to-video',
  input: Record<string, unknown> = {},
) {
  const output = {
    id: 'o',
    url: 'https://example.com/a',
    poster_url: null,
    placeholder: null,
    content_type: 'video/mp4',
    bytes: 1,
    width: 848,
    height: 480,
    duration_seconds: 5.06,
    fps: 16,
    text: null,
    is_flagged: false,
    original_url: null,
    ...change,
  };
  const generation = sampleGeneration({ kind, input, outputs: [output] });
  return { generation, output: shownOutputs(generation)[0] };
}

const list = (...given: Parameters<typeof makeResult>) => {
  const { generation, output } = makeResult(...given);
  return listActs(generation, output);
};

afterEach(() => setKindClosures([]));

describe('the acts of a result', () => {
  it('begin with the likeliest one: sound for a silent video, the next clip for one with sound', () => {
    expect(list({})).toEqual(['sound', 'continue', 'upscale', 'vary']);
    expect(list({}, 'veo3-1')).toEqual(['continue', 'upscale', 'vary']);
    expect(list({}, 'veo3-1', { generate_audio: false })[0]).toBe('sound');
  });

  it('animate an image, and put a sound under its video', () => {
    expect(list({ content_type: 'image/png' }, 'flux-dev')).toEqual(['animate', 'upscale', 'vary']);
    const video_url = 'https://example.com/a.mp4';
    expect(list({ content_type: 'audio/wav' }, 'video-to-audio', { video_url })).toEqual(['joined', 'vary']);
    expect(list({ content_type: 'audio/wav' }, 'video-to-audio', { video_url: 'https://x/a.gif' })).toEqual([
      'vary',
    ]);
  });

  it('do not lead to a closed model, and do to one that leaves', () => {
    const closure = { closed_at: null, leaves_at: null, successor: null, note: null, cause: null };
    setKindClosures([
      { ...closure, kind: 'topaz-upscale-video', is_closed: true },
      { ...closure, kind: 'video-to-audio', is_closed: false },
    ]);
    expect(list({})).toEqual(['sound', 'continue', 'vary']);
    expect(list({ content_type: 'image/png' }, 'flux-dev')).toContain('upscale');
  });

  it('are those for all of several files where none is meant', () => {
    expect(listActs(makeResult({}).generation, undefined)).toEqual(['vary']);
  });
});

describe('the goal of an act', () => {
  const find = (id: Parameters<typeof findGoal>[0], change: Partial<ShownOutput> = {}) => {
    const { output } = makeResult(change);
    return output && findGoal(id, output);
  };

  it('takes the size and the length of the file, so that its price is exact', () => {
    expect(find('continue')).toMatchObject({ settings: { resolution: '480p' }, credits: 200 });
    expect(find('continue', { width: 720, height: 1280 })).toMatchObject({
      settings: { resolution: '720p' },
      credits: 400,
    });
    expect(find('upscale')).toMatchObject({ settings: { max_seconds: '5' }, credits: 50 });
    expect(find('upscale', { duration_seconds: 8 })).toMatchObject({ credits: 100 });
  });

  it('is the form as it opens where the file is beyond its settings', () => {
    expect(find('upscale', { duration_seconds: 90 })).toMatchObject({ settings: {}, credits: 100 });
    expect(find('sound')).toEqual({
      kindId: 'video-to-audio',
      field: 'video_url',
      settings: {},
      credits: 50,
    });
    expect(find('upscale', { content_type: 'image/png' })).toMatchObject({
      kindId: 'topaz-upscale-image',
      credits: 40,
    });
    expect(find('vary')).toBeUndefined();
  });
});
