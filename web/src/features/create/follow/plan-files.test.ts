import { findFamily, getKind } from '@atelier/catalog';
import { describe, expect, it } from 'vitest';
import { initialValues } from '../form-values.ts';
import { planFiles } from './plan-files.ts';

const one = new File(['1'], 'one.png', { type: 'image/png' });
const two = new File(['2'], 'two.jpg', { type: 'image/jpeg' });
const three = new File(['3'], 'three.webp', { type: 'image/webp' });
const clip = new File(['4'], 'clip.mp4', { type: 'video/mp4' });
const notes = new File(['5'], 'notes.txt', { type: 'text/plain' });

type Held = { values?: Record<string, unknown>; moving?: { field: string; file: File }[] };

function plan(kindId: string, files: readonly File[], { values = {}, moving = [] }: Held = {}) {
  const kind = getKind(kindId);
  const others = (findFamily(kindId)?.family.variants ?? [])
    .filter((variant) => variant.kind !== kindId)
    .map((variant) => getKind(variant.kind));
  const made = planFiles({ kind, values: { ...initialValues(kind, {}), ...values }, moving }, files, others);
  return made.act === 'move' ? { ...made, kind: made.kind.id } : made;
}

const put = (field: string, content: File | string) => ({ field, content });

describe('a dropped picture', () => {
  it.each([
    ['text-to-video', 'image-to-video', 'image_url'],
    ['text-to-video-pro', 'image-to-video-pro', 'image_url'],
    ['kling-v3-standard-text-to-video', 'kling-v3-pro-image-to-video', 'image_url'],
    ['veo3-1', 'veo3-1-fast-image-to-video', 'image_url'],
    ['hailuo-2-3-standard-text-to-video', 'hailuo-2-3-standard-image-to-video', 'image_url'],
    ['hailuo-2-3-pro-text-to-video', 'hailuo-2-3-pro-image-to-video', 'image_url'],
    ['wan-v2-7-text-to-video', 'wan-v2-7-image-to-video', 'image_url'],
    ['flux-schnell', 'flux-dev-image-to-image', 'image_url'],
    ['nano-banana-2', 'nano-banana-2-edit', 'image_urls'],
  ])('makes a form of %s one of %s', (from, to, field) => {
    expect(plan(from, [one])).toEqual({
      act: 'move',
      kind: to,
      puts: [put(field, one)],
      unusedCount: 0,
      lost: [],
    });
  });

  it('goes into the form that has a place for it', () => {
    const filled = { act: 'fill', unusedCount: 0, isReplacing: false };
    expect(plan('image-to-video', [one])).toEqual({ ...filled, puts: [put('image_url', one)] });
    expect(plan('vace', [one])).toEqual({ ...filled, puts: [put('ref_image_urls', one)] });
    const first = { values: { image_url: '/media/a.png' } };
    expect(plan('kling-v3-pro-image-to-video', [two], first)).toEqual({
      ...filled,
      puts: [put('end_image_url', two)],
    });
  });

  it('becomes the last frame beside a first one, whether that is there or on its way', () => {
    const frames = { act: 'move', kind: 'first-to-last-frame', unusedCount: 0, lost: [] };
    expect(plan('image-to-video', [two], { values: { image_url: '/media/a.png' } })).toEqual({
      ...frames,
      puts: [put('start_image_url', '/media/a.png'), put('end_image_url', two)],
    });
    expect(plan('image-to-video', [two], { moving: [{ field: 'image_url', file: one }] })).toEqual({
      ...frames,
      puts: [put('start_image_url', one), put('end_image_url', two)],
    });
  });

  it('takes the place of the first one where the family has no last frame', () => {
    const full = { values: { image_url: '/media/a.png' } };
    const replaced = { act: 'fill', unusedCount: 0, isReplacing: true };
    expect(plan('veo3-1-fast-image-to-video', [two], full)).toEqual({
      ...replaced,
      puts: [put('image_url', two)],
    });
    const both = { values: { start_image_url: '/media/a.png', end_image_url: '/media/b.png' } };
    expect(plan('first-to-last-frame', [three], both)).toEqual({
      ...replaced,
      puts: [put('start_image_url', three)],
    });
  });

  it('is offered to other models where nothing of the family takes it', () => {
    for (const kindId of [
      'ltx-2-5-fast-text-to-video',
      'wan-v2-2-5b',
      'topaz-upscale-video',
      'flux-2',
      'music',
    ])
      expect(plan(kindId, [one])).toEqual({ act: 'offer' });
  });
});

describe('several dropped files', () => {
  it('are the first and the last frame, and no more', () => {
    expect(plan('text-to-video', [one, two, three])).toEqual({
      act: 'move',
      kind: 'first-to-last-frame',
      puts: [put('start_image_url', one), put('end_image_url', two)],
      unusedCount: 1,
      lost: [],
    });
    expect(plan('veo3-1', [one, two])).toMatchObject({ puts: [put('image_url', one)], unusedCount: 1 });
    expect(plan('kling-v3-pro-text-to-video', [one, two])).toMatchObject({
      kind: 'kling-v3-pro-image-to-video',
      puts: [put('image_url', one), put('end_image_url', two)],
    });
  });

  it('are used as far as they are pictures or videos', () => {
    expect(plan('text-to-video', [notes, one])).toMatchObject({ kind: 'image-to-video' });
    expect(plan('text-to-video', [notes])).toEqual({ act: 'refuse' });
    expect(plan('wan-v2-2-animate-move', [one, clip])).toMatchObject({
      act: 'fill',
      puts: [put('image_url', one), put('video_url', clip)],
    });
  });
});

describe('a dropped video', () => {
  it('becomes the source, with the picture that the form has', () => {
    expect(plan('text-to-video', [clip])).toMatchObject({ kind: 'vace', puts: [put('video_url', clip)] });
    expect(plan('image-to-video', [clip], { values: { image_url: '/media/a.png' } })).toMatchObject({
      kind: 'vace',
      puts: [put('ref_image_urls', '/media/a.png'), put('video_url', clip)],
      lost: [],
    });
    expect(plan('kling-v3-pro-text-to-video', [clip])).toEqual({ act: 'offer' });
  });
});
