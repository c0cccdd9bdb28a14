import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { soundKinds } from '#product/acts/acts.build.ts';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { setKindClosures } from '#product/kinds/kind-closures.ts';
import { formPrices } from './form-prices.build.ts';
import { listSteps } from './list-steps.ts';
import { findWordForm, type WordStep } from './word-steps.ts';

const file = (content_type: string) =>
  ({ url: '/media/u/a', content_type, text: null, is_flagged: false }) as ShownOutput;

function listStepIds(
  given: Partial<PublicGeneration>,
  output: Partial<PublicOutput> | undefined = given.outputs?.[0],
) {
  const generation = { outputs: [], input: {}, seed_used: null, ...given } as unknown as PublicGeneration;
  return listSteps(generation, output as ShownOutput);
}

afterEach(() => setKindClosures([]));

type Medium = PublicGeneration['medium'];

function makeWork(
  medium: Medium,
  type: string,
  given: Partial<PublicGeneration> = {},
  change: Partial<PublicOutput> = {},
) {
  const output = { ...file(type), ...(medium === 'text' ? { url: null } : {}), ...change } as PublicOutput;
  const work = { kind: 'text-to-video', medium, outputs: [output], input: {}, seed_used: null, ...given };
  return {
    generation: work as PublicGeneration,
    output: medium === 'text' ? undefined : (output as ShownOutput),
  };
}

function list(...given: Parameters<typeof makeWork>) {
  const { generation, output } = makeWork(...given);
  return listSteps(generation, output);
}

describe('the next steps', () => {
  it('of a silent video begin with a sound, of one with sound with its last frame', () => {
    const silent = listStepIds({ kind: 'text-to-video', medium: 'video', outputs: [file('video/mp4')] });
    expect(silent.slice(0, 6)).toEqual(['sound', 'continue', 'upscale', 'cut', 'again', 'vary']);
    expect(silent).toContain('askFrame');
    const loud = listStepIds({
      kind: soundKinds[0] ?? '',
      medium: 'video',
      outputs: [file('video/mp4')],
    });
    expect(loud[0]).toBe('continue');
    expect(loud).not.toContain('sound');
  });

  it('of a video that was cut lead to its plan, since no form made it', () => {
    const steps = listStepIds({ kind: 'cut', medium: 'video', outputs: [file('video/mp4')] });
    expect(steps).toContain('recut');
    expect(steps).toContain('cut');
    expect(steps).not.toContain('again');
  });

  it('of an image begin with a video, and name each form once', () => {
    const steps = listStepIds({ kind: 'flux-schnell', medium: 'image', outputs: [file('image/png')] });
    expect(steps.slice(0, 5)).toEqual(['animate', 'edit', 'upscale', 'vary', 'remove-background']);
    expect(steps).not.toContain('image-to-video');
    expect(new Set(steps).size).toBe(steps.length);
  });

  it('of an answer begin with the question, and go on with its image', () => {
    const outputs = [{ ...file('text/plain'), url: null, text: 'A boat.' } as unknown as PublicOutput];
    const given = { kind: 'image-understanding', medium: 'text' as const, outputs };
    expect(listStepIds({ ...given, input: { image: '/media/u/b' } }, undefined).slice(0, 3)).toEqual([
      'again',
      'edit',
      'upscale',
    ]);
    expect(listStepIds(given, undefined)).toEqual(['again', 'say']);
  });

  it('of a video and of a sound lead to their words, of a transcript to its form alone', () => {
    const list = (medium: 'video' | 'audio', type: string) =>
      listStepIds({ kind: 'text-to-video', medium, outputs: [file(type)] });
    expect(list('video', 'video/mp4')).toContain('subtitles');
    expect(list('audio', 'audio/mpeg')).toContain('subtitles');
    const outputs = [{ ...file('text/plain'), url: null, text: '' } as unknown as PublicOutput];
    const input = { audio_url: '/media/u/b' };
    expect(listStepIds({ kind: 'transcription', medium: 'text', outputs, input }, undefined)).toEqual([
      'again',
    ]);
  });

  it('of an image and of a video make it speak, of speech an image, of a text say it', () => {
    expect(list('image', 'image/png')).toContain('speak');
    expect(list('video', 'video/mp4')).toContain('speak');
    expect(list('audio', 'audio/mpeg', { kind: 'text-to-speech' })[0]).toBe('voice');
    expect(list('audio', 'audio/mpeg', { kind: 'music' })).not.toContain('voice');
    expect(list('text', 'text/plain', { kind: 'transcription' }, { text: 'Hello.' })).toEqual([
      'again',
      'say',
    ]);
  });

  it('do not lead to a form that a file is too long for', () => {
    const seconds = (duration_seconds: number) => ({ duration_seconds });
    expect(list('video', 'video/mp4', {}, seconds(60.2))).toContain('speak');
    expect(list('video', 'video/mp4', {}, seconds(61))).not.toContain('speak');
    expect(list('audio', 'audio/mpeg', { kind: 'text-to-speech' }, seconds(31))).not.toContain('voice');
    expect(list('text', 'text/plain', {}, { text: 'a'.repeat(5_001) })).not.toContain('say');
  });

  it('do not lead to a closed model', () => {
    const closure = { closed_at: null, leaves_at: null, successor: null, note: null, cause: null };
    setKindClosures([{ ...closure, kind: 'veed-fabric-1-0', is_closed: true }]);
    expect(list('image', 'image/png')).not.toContain('speak');
    expect(list('audio', 'audio/mpeg', { kind: 'text-to-speech' })).not.toContain('voice');
    expect(list('video', 'video/mp4')).toContain('speak');
    setKindClosures([{ ...closure, kind: 'veed-fabric-1-0', is_closed: false }]);
    expect(list('image', 'image/png')).toContain('speak');
  });

  it('of a work without a result are its form alone', () => {
    expect(listStepIds({ kind: 'flux-schnell', medium: 'image' })).toEqual(['again']);
  });

  it('into forms that take a file have a price', () => {
    const uses = ['nano-banana-2-edit', 'flux-dev-image-to-image', 'bria-remove-background'];
    for (const kindId of [...uses, 'image-understanding', 'first-to-last-frame'])
      expect(formPrices[kindId], kindId).toBeGreaterThan(0);
  });
});

describe('the form of a step with words', () => {
  const find = (step: WordStep, ...given: Parameters<typeof makeWork>) =>
    findWordForm(step, makeWork(...given));

  it('has the file and the shortest length that it fits in, and the exact price', () => {
    const image = find('speak', 'image', 'image/png');
    expect(image).toMatchObject({
      target: { params: { type: 'veed-fabric-1-0' }, search: { image_url: '/media/u/a' } },
      credits: 600,
    });
    const video = find('speak', 'video', 'video/mp4', {}, { duration_seconds: 20 });
    expect(video).toMatchObject({
      target: {
        params: { type: 'veed-lipsync' },
        search: { video_url: '/media/u/a', max_seconds: '30' },
      },
      credits: 100,
    });
    const speech = { kind: 'minimax-speech-2-8-hd' };
    const sound = find('voice', 'audio', 'audio/mpeg', speech, { duration_seconds: 4 });
    expect(sound).toMatchObject({
      target: { params: { type: 'veed-fabric-1-0' }, search: { audio_url: '/media/u/a', max_seconds: '5' } },
      credits: 200,
    });
  });

  it('has the whole text, priced by its length', () => {
    const say = (text: string) => find('say', 'text', 'text/plain', {}, { text });
    expect(say(' A boat. ')).toMatchObject({
      target: {
        to: '/creator/audio/$type',
        params: { type: 'text-to-speech' },
        search: { prompt: 'A boat.' },
      },
      credits: 5,
    });
    expect(say('𝒂'.repeat(1_001)).credits).toBe(55);
    expect(say('a'.repeat(5_000)).credits).toBe(250);
    expect(say('')).toEqual({});
  });
});
