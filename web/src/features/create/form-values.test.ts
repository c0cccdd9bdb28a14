import { getKind } from '@atelier/catalog';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountStore } from '#product/account/account-store.ts';
import {
  carriedValues,
  findIssues,
  hasChangedAdvanced,
  initialValues,
  isShown,
  openValues,
  parseForm,
  pricedInput,
  videoLength,
  withoutStaleConsents,
} from './form-values.ts';

const textToVideo = getKind('text-to-video');
const flux = getKind('flux-schnell');

// Files that run before in the same worker leave their account behind.
beforeEach(() => accountStore.set({ status: 'loading', info: undefined }));

describe('form values', () => {
  it('start with the defaults of the kind, and the sharper of two sizes at one price', () => {
    expect(initialValues(textToVideo, {})).toEqual({
      prompt: '',
      aspect_ratio: '16:9',
      resolution: '580p',
      duration: 5,
      seed: null,
    });
  });

  it('start with a size that is open to visitors', () => {
    accountStore.set({ status: 'anonymous', info: undefined });
    expect(initialValues(textToVideo, {}).resolution).toBe('480p');
    accountStore.set({ status: 'loading', info: undefined });
    expect(initialValues(textToVideo, {}).resolution).toBe('580p');
  });

  it('keep a draft, except for an option that does not exist', () => {
    const draft = { prompt: 'x'.repeat(2001), resolution: '720p', aspect_ratio: '4:3' };
    const values = initialValues(textToVideo, draft);
    expect(values).toMatchObject({ resolution: '720p', aspect_ratio: '16:9' });
    expect(values.prompt).toHaveLength(2001);
  });

  it('have a price while the prompt is still empty', () => {
    const values = { ...initialValues(textToVideo, {}), resolution: '720p' };
    expect(textToVideo.price(pricedInput(textToVideo, values)).costCredits).toBe(400);
  });

  it('fall back to open options for users without the paid-only ones, where there are any', () => {
    const large = getKind('wan-v2-2-a14b');
    expect(openValues(large, initialValues(large, {}))).toEqual({ resolution: '480p' });
    const upright = { ...initialValues(textToVideo, {}), aspect_ratio: '9:16' };
    expect(openValues(textToVideo, upright)).toEqual({ aspect_ratio: '16:9', resolution: '480p' });
    const pro = getKind('text-to-video-pro');
    expect(openValues(pro, initialValues(pro, {}))).toEqual({});
  });

  it('leave a size behind that only cost no more under the model before', () => {
    const pro = getKind('nano-banana-pro');
    const values = initialValues(pro, {});
    expect(values.resolution).toBe('2K');
    const next = getKind('nano-banana-2');
    expect(carriedValues({ kind: pro, values }, next).resolution).toBe('1K');
    expect(carriedValues({ kind: pro, values: { ...values, resolution: '4K' } }, next).resolution).toBe('4K');
  });

  it('report all problems at once', () => {
    const values = { prompt: '', resolution: '4k', aspect_ratio: '21:9', duration: 5 };
    expect(findIssues(textToVideo, values).map((issue) => issue.path)).toEqual([
      'prompt',
      'aspect_ratio',
      'resolution',
    ]);
  });

  it('leave out what the form does not show: what the model ignores, and a mask that no task needs', () => {
    const vace = getKind('vace');
    const address = 'https://example.com/a.mp4';
    const values = {
      ...initialValues(vace, { prompt: 'a fox' }),
      video_url: address,
      mask_video_url: address,
    };
    expect(parseForm(vace, { ...values, task: 'depth' })).toMatchObject({ input: { mask_video_url: null } });
    expect(parseForm(vace, { ...values, task: 'inpainting' })).toMatchObject({
      input: { mask_video_url: address },
    });
    const hidden = { ...initialValues(flux, { prompt: 'a fox' }), negative_prompt: 'rain' };
    expect(parseForm(flux, hidden)).toMatchObject({ input: { negative_prompt: '' } });
  });

  it('report a mask that inpainting needs', () => {
    const vace = getKind('vace');
    const values = { ...initialValues(vace, { prompt: 'a fox' }), video_url: 'https://example.com/a.mp4' };
    expect(findIssues(vace, { ...values, task: 'inpainting' }).map(({ code }) => code)).toEqual([
      'mask_required',
    ]);
  });

  it('say how long the delivered video is, with its interpolated frames', () => {
    const kind = getKind('wan-v2-2-5b');
    const measureLength = (more: object) => videoLength(kind, { ...initialValues(kind, {}), ...more });
    expect(measureLength({})).toEqual({ frames: 81, fps: 24, seconds: 3.375 });
    expect(measureLength({ num_interpolated_frames: 2 })).toEqual({ frames: 243, fps: 72, seconds: 3.375 });
    const longer = { num_interpolated_frames: 2, adjust_fps_for_interpolation: false };
    expect(measureLength(longer)).toEqual({ frames: 243, fps: 24, seconds: 10.125 });
    expect(measureLength({ ...longer, interpolator_model: 'none' })).toEqual({
      frames: 81,
      fps: 24,
      seconds: 3.375,
    });
    expect(videoLength(textToVideo, initialValues(textToVideo, {}))).toBeUndefined();
  });

  it('detect an advanced field that differs from its default', () => {
    const values = initialValues(flux, {});
    expect(hasChangedAdvanced(flux, values)).toBe(false);
    expect(hasChangedAdvanced(flux, { ...values, seed: 7 })).toBe(true);
  });

  it('keep what models share when another is chosen, and reset its sliders', () => {
    const shared = { prompt: 'a fox', image_size: 'square', num_images: 3, negative_prompt: 'rain', seed: 7 };
    const dev = getKind('flux-dev');
    const values = { ...initialValues(dev, {}), ...shared, num_inference_steps: 41, guidance_scale: 9 };
    const toSchnell = carriedValues({ kind: dev, values }, flux);
    expect(toSchnell).toMatchObject({ ...shared, num_inference_steps: 4 });
    const janus = getKind('janus-pro');
    const toJanus = carriedValues({ kind: flux, values: toSchnell }, janus);
    expect(toJanus).toMatchObject({ ...shared, temperature: 1, cfg_weight: 5 });
    const back = carriedValues({ kind: janus, values: { ...toJanus, temperature: 2 } }, dev);
    expect(back).toMatchObject({ ...shared, num_inference_steps: 28, guidance_scale: 3.5 });
    const sd35 = getKind('sd35');
    expect(carriedValues({ kind: dev, values: back }, sd35).num_inference_steps).toBe(30);
  });
});

describe('the consent of a speaker', () => {
  const voice = getKind('chatterbox');
  const empty = initialValues(voice, {});
  const sample = { ...empty, prompt: 'A ferry', audio_url: '/media/u/voice.mp3' };
  const given = { ...sample, speaker_consent: true };

  it('is a field of the form with a sample only, and needed then', () => {
    const field = voice.fields.speaker_consent;
    if (!field) throw new Error('Chatterbox asks for no consent');
    expect([isShown(field, empty), isShown(field, sample)]).toEqual([false, true]);
    expect(findIssues(voice, sample)).toEqual([
      { path: 'speaker_consent', code: 'consent_required', params: {} },
    ]);
    expect(parseForm(voice, given)).toMatchObject({ ok: true, input: { speaker_consent: true } });
    expect(parseForm(voice, { ...given, audio_url: null })).toMatchObject({
      ok: true,
      input: { audio_url: null, speaker_consent: null },
    });
  });

  it('stays while other fields change, and ends with another sample or none', () => {
    const change = (values: object) =>
      withoutStaleConsents(voice, given, { ...given, ...values }).speaker_consent;
    expect(change({ prompt: 'A boat', exaggeration: 1 })).toBe(true);
    expect(change({ audio_url: '/media/u/other.mp3' })).toBeNull();
    expect(change({ audio_url: null })).toBeNull();
  });

  it('does not go along to a form that has no such field and could change the sample', () => {
    const other = carriedValues({ kind: voice, values: given }, getKind('music'));
    expect(other).toMatchObject({ audio_url: given.audio_url });
    expect(carriedValues({ kind: getKind('music'), values: other }, voice)).toMatchObject({
      audio_url: given.audio_url,
      speaker_consent: null,
    });
  });
});
