import { type Field, getKind, inputQuery, kinds } from '@atelier/catalog';
import { describe, expect, it } from 'vitest';
import { readSearch, writeSearch } from '#lib/search-params.ts';
import { listLeftOut, readPrefill } from './prefill.ts';

const textToVideo = getKind('text-to-video');

describe('readPrefill', () => {
  it('reads every value that its field accepts, in the type of the field', () => {
    const query = { prompt: ' 123 ', resolution: '720p', aspect_ratio: '9:16', duration: '5' };
    expect(readPrefill(textToVideo, query)).toEqual({
      values: { prompt: '123', resolution: '720p', aspect_ratio: '9:16', duration: 5 },
      dropped: [],
      refused: [],
      isWhole: false,
    });
  });

  it('names what the field does not take apart from what there is no field for', () => {
    const query = { prompt: 'a fox', resolution: '1080p', duration: 'six' };
    expect(readPrefill(textToVideo, query)).toEqual({
      values: { prompt: 'a fox' },
      dropped: [],
      refused: ['resolution', 'duration'],
      isWhole: false,
    });
  });

  it('names a voice that the model no longer has, so that the form keeps its default', () => {
    const old = { prompt: 'The last ferry', voice: 'Antoni', language: 'en' };
    expect(readPrefill(getKind('text-to-speech'), old)).toMatchObject({
      values: { prompt: 'The last ferry', language: 'en' },
      refused: ['voice'],
    });
    const lines = listLeftOut(getKind('text-to-speech'), old, { dropped: ['shift'], refused: ['voice'] });
    expect(lines).toMatchObject([
      { reason: 'dropped', names: ['shift'] },
      { reason: 'refused', names: ['voice'], given: { voice: 'Antoni' } },
    ]);
    expect(readPrefill(getKind('text-to-speech'), { ...old, voice: 'George' })).toMatchObject({
      values: { voice: 'George' },
      refused: [],
    });
  });

  it('drops and names a known parameter that the kind has no field for', () => {
    expect(readPrefill(textToVideo, { shift: '5' }).dropped).toEqual(['shift']);
  });

  it('ignores unrelated parameters silently', () => {
    expect(readPrefill(textToVideo, { utm_source: 'mail', constructor: 'x' })).toEqual({
      values: {},
      dropped: [],
      refused: [],
      isWhole: false,
    });
  });

  it('reads switches and seeds of other kinds', () => {
    const query = { enable_safety_checker: 'false', seed: '42' };
    expect(readPrefill(getKind('flux-schnell'), query).values).toEqual({
      enable_safety_checker: false,
      seed: 42,
    });
    expect(
      readPrefill(getKind('flux-schnell'), { enable_safety_checker: 'no', seed: '' }).refused,
    ).toHaveLength(2);
  });

  it.each([2 ** 31, 2 ** 32 - 1, Number.MAX_SAFE_INTEGER])('reads the seed %i exactly', (seed) => {
    const kind = getKind('flux-schnell');
    const query = readSearch(writeSearch(inputQuery(kind.id, { prompt: 'A fox', seed })));
    expect(readPrefill(kind, query)).toMatchObject({ values: { seed }, dropped: [] });
  });

  it.each(['9007199254740992', '9007199254740993', '1e300'])(
    'drops the seed %s, which it would have to round',
    (seed) => {
      const query = { prompt: 'A fox', seed };
      expect(readPrefill(getKind('flux-schnell'), query)).toMatchObject({
        values: { prompt: 'A fox' },
        dropped: [],
        refused: ['seed'],
      });
    },
  );

  it.each(kinds.filter(({ fields }) => fields.duration).map((kind) => [kind.id, kind] as const))(
    'reads every length of %s as the number that its generation has, whatever fal calls it',
    (id, kind) => {
      const { widget } = kind.fields.duration as Field;
      const lengths = widget.type === 'choice' ? widget.options.map(({ value }) => value) : [];
      expect(lengths.length).toBeGreaterThan(0);
      for (const duration of lengths) {
        const query = readSearch(writeSearch(inputQuery(id, { duration })));
        expect(readPrefill(kind, query)).toMatchObject({ values: { duration }, dropped: [] });
      }
    },
  );

  it('treats a query that names the kind as a description of the whole form', () => {
    const names = { model: 'vace', modelId: 'wan-vace', video_generation_type: 'vace' };
    for (const [name, text] of Object.entries(names))
      expect(readPrefill(getKind('vace'), { [name]: text })).toEqual({
        values: {},
        dropped: [],
        refused: [],
        isWhole: true,
      });
    expect(readPrefill(getKind('vace'), { model: 'sora' })).toMatchObject({
      dropped: [],
      refused: ['model'],
      isWhole: false,
    });
  });

  it('reads the aliases of a field, unless its own name is there too', () => {
    const imageToVideo = getKind('image-to-video');
    const [mine, other] = ['https://example.com/a.png', 'https://example.com/b.png'];
    expect(readPrefill(imageToVideo, { imageSrc: other }).values).toEqual({ image_url: other });
    expect(readPrefill(imageToVideo, { image_url: mine, imageSrc: other }).values).toEqual({
      image_url: mine,
    });
    expect(readPrefill(textToVideo, { imageSrc: other }).dropped).toEqual(['image_url']);
  });

  it('reads several files, and rejects an address that is not http', () => {
    const files = ['https://example.com/a.png', '/media/u/b.png'];
    expect(readPrefill(getKind('vace'), { ref_image_urls: files.join(' ') }).values).toEqual({
      ref_image_urls: files,
    });
    expect(readPrefill(getKind('vace'), { video_url: 'javascript:alert(1)' }).refused).toEqual(['video_url']);
  });

  it('reads the documented aliases of image fields', () => {
    const query = {
      prompt: 'a fox',
      width: '768',
      height: '1024',
      quality: 'hd',
      steps: '12',
      cfg_scale: '7',
      negative_prompt: ' ',
      seed: '5',
    };
    expect(readPrefill(getKind('flux-dev'), query)).toEqual({
      values: {
        prompt: 'a fox',
        image_size: 'portrait_4_3',
        num_inference_steps: 12,
        guidance_scale: 7,
        seed: 5,
      },
      dropped: [],
      refused: [],
      isWhole: false,
    });
    expect(readPrefill(getKind('janus-pro'), { cfg_scale: '7', quality: 'square' }).values).toEqual({
      cfg_weight: 7,
      image_size: 'square',
    });
  });

  it('names a setting that the form does not show, unless it says nothing', () => {
    const flux = getKind('flux-dev');
    expect(readPrefill(flux, { negative_prompt: 'rain' })).toMatchObject({
      values: {},
      dropped: ['negative_prompt'],
    });
    const vace = getKind('vace');
    const mask_video_url = 'https://example.com/a.mp4';
    expect(readPrefill(vace, { mask_video_url }).dropped).toEqual(['mask_video_url']);
    expect(readPrefill(vace, { mask_video_url, task: 'inpainting' })).toMatchObject({
      values: { mask_video_url, task: 'inpainting' },
      dropped: [],
    });
  });

  it('drops and names an unknown size, a style and a mode', () => {
    const query = { width: '640', height: '480', style: 'oil', mode: 'style-transfer' };
    expect(readPrefill(getKind('sd35'), query)).toEqual({
      values: {},
      dropped: ['width', 'height', 'style'],
      refused: ['mode'],
      isWhole: false,
    });
  });

  it('is silent about the size in a link to a form whose result is as large as its image', () => {
    const link = {
      prompt: 're',
      width: '1024',
      height: '1024',
      steps: '20',
      cfg_scale: '5',
      mode: 'image-to-image',
    };
    expect(readPrefill(getKind('flux-dev-image-to-image'), { ...link, model: 'flux-dev' })).toMatchObject({
      values: { prompt: 're', num_inference_steps: 20, guidance_scale: 5 },
      dropped: [],
      refused: [],
    });
  });

  it('distinguishes values out of range from fields that a form lacks', () => {
    expect(
      readPrefill(getKind('wan-v2-2-5b'), { num_frames: '500', shift: '99', task: 'pose' }),
    ).toMatchObject({
      dropped: ['task'],
      refused: ['num_frames', 'shift'],
    });
  });

  it('reads `image` for understanding and for image-to-image alike', () => {
    const image = 'https://example.com/a.png';
    expect(readPrefill(getKind('image-understanding'), { image }).values).toEqual({ image });
    expect(readPrefill(getKind('flux-dev-image-to-image'), { image }).values).toEqual({ image_url: image });
  });
});
