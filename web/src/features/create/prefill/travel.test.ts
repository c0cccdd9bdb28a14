import { getKind } from '@atelier/catalog';
import { describe, expect, it } from 'vitest';
import { arrivalAt, type FormTimes, type Travellers } from './travel.ts';

const untouched: FormTimes = { touched: {}, seenAtMs: 0 };
const from = (kindId: string, values: Record<string, unknown>, atMs = 10): Travellers =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, atMs, kindId }]));

describe('a value that travels from form to form', () => {
  it('belongs to a field of both kinds', () => {
    const travellers = from('text-to-video', { prompt: 'A fox', aspect_ratio: '9:16', seed: 7 });
    const { values, touched, leftOut } = arrivalAt(getKind('wan-v2-2-5b'), untouched, travellers);
    expect(values).toEqual({ prompt: 'A fox', aspect_ratio: '9:16', seed: 7 });
    expect(touched).toEqual({ prompt: 10, aspect_ratio: 10, seed: 10 });
    expect(leftOut).toEqual([]);
  });

  it('is left out when it does not fit, and named once', () => {
    const travellers = from('text-to-video', { prompt: 'A fox', resolution: '480p' });
    const first = arrivalAt(getKind('wan-v2-2-5b'), untouched, travellers);
    expect(first.leftOut).toEqual(['resolution']);
    const again = arrivalAt(getKind('wan-v2-2-5b'), { ...untouched, seenAtMs: 20 }, travellers);
    expect(again.leftOut).toEqual([]);
    const noNegative = from('vace', { negative_prompt: 'blurry' });
    expect(arrivalAt(getKind('text-to-video'), untouched, noNegative).leftOut).toEqual(['negative_prompt']);
  });

  it('is left out silently when it is a file without a field', () => {
    const image = from('image-to-video', { image: '/media/a.png' });
    expect(arrivalAt(getKind('vace'), untouched, image).leftOut).toEqual([]);
    const video = from('vace', { video: '/media/a.mp4' });
    expect(arrivalAt(getKind('text-to-video'), untouched, video).leftOut).toEqual([]);
  });

  it('does not replace one that was set here since', () => {
    const travellers = from('text-to-video', { prompt: 'A fox', aspect_ratio: '9:16' });
    const times = { ...untouched, touched: { prompt: 11, aspect_ratio: 9 } };
    expect(arrivalAt(getKind('wan-v2-2-5b'), times, travellers).values).toEqual({ aspect_ratio: '9:16' });
  });

  it('goes to any field that takes an image, or a video', () => {
    const image = from('image-to-video', { image: '/media/a.png' });
    expect(arrivalAt(getKind('first-to-last-frame'), untouched, image).values).toEqual({
      start_image_url: '/media/a.png',
    });
    expect(arrivalAt(getKind('image-to-video-pro'), untouched, image).values).toEqual({
      image_url: '/media/a.png',
    });
    const video = from('vace', { video: '/media/a.mp4' });
    expect(arrivalAt(getKind('vace'), untouched, video).values).toEqual({ video_url: '/media/a.mp4' });
  });

  it('is a sound, too, between an image and a video that speak', () => {
    const sound = from('veed-fabric-1-0', { sound: '/media/a.mp3' });
    expect(arrivalAt(getKind('veed-lipsync'), untouched, sound).values).toEqual({
      audio_url: '/media/a.mp3',
    });
    expect(arrivalAt(getKind('text-to-video'), untouched, sound).leftOut).toEqual([]);
  });

  it('is never empty, so that clearing a field in one form clears no other', () => {
    const travellers = from('text-to-video', { prompt: '', seed: null });
    expect(arrivalAt(getKind('wan-v2-2-5b'), untouched, travellers).values).toEqual({});
  });
});
