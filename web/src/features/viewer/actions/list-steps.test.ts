import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { soundKinds } from '#product/acts/acts.build.ts';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { formPrices } from './form-prices.build.ts';
import { listSteps } from './list-steps.ts';

const file = (content_type: string) =>
  ({ url: '/media/u/a', content_type, text: null, is_flagged: false }) as ShownOutput;

function listStepIds(
  given: Partial<PublicGeneration>,
  output: Partial<PublicOutput> | undefined = given.outputs?.[0],
) {
  const generation = { outputs: [], input: {}, seed_used: null, ...given } as unknown as PublicGeneration;
  return listSteps(generation, output as ShownOutput);
}

describe('the next steps', () => {
  it('of a silent video begin with a sound, of one with sound with its last frame', () => {
    const silent = listStepIds({ kind: 'text-to-video', medium: 'video', outputs: [file('video/mp4')] });
    expect(silent.slice(0, 5)).toEqual(['sound', 'continue', 'upscale', 'vary', 'again']);
    expect(silent).toContain('askFrame');
    const loud = listStepIds({
      kind: soundKinds[0] ?? '',
      medium: 'video',
      outputs: [file('video/mp4')],
    });
    expect(loud[0]).toBe('continue');
    expect(loud).not.toContain('sound');
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
    expect(listStepIds(given, undefined)).toEqual(['again']);
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

  it('of a work without a result are its form alone', () => {
    expect(listStepIds({ kind: 'flux-schnell', medium: 'image' })).toEqual(['again']);
  });

  it('into forms that take a file have a price', () => {
    const uses = ['nano-banana-2-edit', 'flux-dev-image-to-image', 'bria-remove-background'];
    for (const kindId of [...uses, 'image-understanding', 'first-to-last-frame'])
      expect(formPrices[kindId], kindId).toBeGreaterThan(0);
  });
});
