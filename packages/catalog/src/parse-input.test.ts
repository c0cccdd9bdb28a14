import { describe, expect, it } from 'vitest';
import { describeIssue } from './describe-issue.ts';
import {
  formQuery,
  getKind,
  listKinds,
  parseInput,
  remixQuery,
  sharedInput,
  usedPaidOnlyOptions,
} from './index.ts';
import { getProvider, listExamples } from './server.ts';
import { jsonValues, parsed } from './testing/inputs.ts';

const video = getKind('text-to-video');
const image = getKind('flux-schnell');
const prompt = 'A paper boat';

/** `path: message` of every problem. */
function problems(kind: typeof video, raw: Record<string, unknown>): string[] {
  const result = parseInput(kind, raw);
  return result.ok ? [] : result.issues.map(describeIssue).map(({ path, message }) => `${path}: ${message}`);
}

describe('defaults', () => {
  it('fill in everything but the prompt', () => {
    const input = {
      prompt,
      aspect_ratio: '16:9',
      resolution: '480p',
      duration: 5,
      negative_prompt: '',
      seed: null,
    };
    expect(parseInput(video, { prompt })).toEqual({ ok: true, input, adjustments: [] });
  });

  it('apply to undefined and not to null', () => {
    expect(problems(video, { prompt, resolution: undefined })).toEqual([]);
    expect(problems(video, { prompt, resolution: null })).toHaveLength(1);
    expect(parsed(image, { prompt, seed: null }).seed).toBeNull();
  });
});

describe('the consent of a speaker', () => {
  const voice = getKind('chatterbox');
  const sample = { prompt, audio_url: 'https://example.com/voice.mp3' };
  const sentence = 'Please confirm that you are this speaker or have their consent';

  it.each([{}, { speaker_consent: false }, { speaker_consent: null }])(
    'is needed with a sample: %j is refused at its field',
    (given) => {
      expect(problems(voice, { ...sample, ...given })).toEqual([`speaker_consent: ${sentence}`]);
    },
  );

  it.each(['yes', 'true', 1, {}])('is a boolean, and not %j', (speaker_consent) => {
    const wrong = ['speaker_consent: This setting must be true or false'];
    expect(problems(voice, { ...sample, speaker_consent })).toEqual(wrong);
    expect(problems(voice, { prompt, speaker_consent })).toEqual(wrong);
  });

  it('is kept with the sample that it is about, and never sent', () => {
    const input = parsed(voice, { ...sample, speaker_consent: true });
    expect(input.speaker_consent).toBe(true);
    const { body, adjustments } = getProvider(voice).toRequest(input);
    expect(body).toEqual({
      text: prompt,
      audio_url: sample.audio_url,
      exaggeration: 0.25,
      cfg: 0.5,
      temperature: 0.7,
    });
    expect(adjustments).toEqual([]);
  });

  it.each([undefined, null, '', '  '])('has no meaning for the sample %j, and is not kept', (audio_url) => {
    expect(parsed(voice, { prompt, audio_url, speaker_consent: true }).speaker_consent).toBeNull();
    expect(problems(voice, { prompt, audio_url })).toEqual([]);
  });

  it('is not asked for while the address of the sample is wrong', () => {
    const raw = { prompt, audio_url: 'file:///voice.mp3' };
    expect(problems(voice, raw)).toEqual(['audio_url: Files from this address are not allowed']);
  });

  it('comes from a request in the names of fal, beside its fields', () => {
    const body = { text: prompt, audio_url: sample.audio_url, speaker_consent: true };
    const { raw, refused, nameAtFal } = getProvider(voice).fromRequest(body);
    expect(refused).toEqual([]);
    expect(raw).toEqual({ ...sample, speaker_consent: true });
    expect(nameAtFal('speaker_consent')).toBe('speaker_consent');
  });

  it('is in no link and in no shared page', () => {
    const input = parsed(voice, { ...sample, speaker_consent: true });
    expect(formQuery(voice, input)).not.toHaveProperty('speaker_consent');
    const shown = { prompt: true, settings: true };
    expect(sharedInput(voice, input, shown)).not.toHaveProperty('speaker_consent');
    expect(remixQuery(voice, input, shown).query).not.toHaveProperty('speaker_consent');
  });
});

it('a text to speak may have 5,000 characters as a reader counts them', () => {
  const voice = getKind('chatterbox');
  const tooLong = ['prompt: This must be at most 5000 characters'];
  expect(problems(voice, { prompt: '𝄞'.repeat(5_000) })).toEqual([]);
  for (const text of ['𝄞'.repeat(5_001), 'x'.repeat(20_000)])
    expect(problems(voice, { prompt: text })).toEqual(tooLong);
});

describe('problems', () => {
  it('are reported all at once, in the exact sentences of the product', () => {
    const raw = {
      prompt: 'x'.repeat(2_001),
      resolution: '1080p',
      aspect_ratio: '21:9',
      num_frames: 122,
      frames_per_second: 3,
      num_inference_steps: 51,
      guidance_scale: 20.1,
      guidance_scale_2: 0,
      shift: 11,
      num_interpolated_frames: 5,
    };
    expect(problems(video, raw)).toEqual([
      'prompt: Prompt must be less than 2000 characters',
      'aspect_ratio: Aspect ratio must be one of: 16:9, 9:16, 1:1',
      'resolution: Resolution must be one of: 480p, 580p, 720p',
      'num_frames: Number of frames must be between 81 and 121',
      'frames_per_second: Frame rate must be between 4 and 60 FPS',
      'num_inference_steps: Inference steps must be between 10 and 50',
      'guidance_scale: Guidance scale must be between 1 and 20',
      'guidance_scale_2: Guidance scale 2 must be between 1 and 20',
      'shift: Shift parameter must be between 1 and 10',
      'num_interpolated_frames: Number of interpolated frames must be between 0 and 4',
    ]);
  });

  it.each([
    ['num_frames', 81, 121, 1],
    ['frames_per_second', 4, 60, 1],
    ['num_inference_steps', 10, 50, 1],
    ['guidance_scale', 1, 20, 0.1],
    ['guidance_scale_2', 1, 20, 0.1],
    ['shift', 1, 10, 0.1],
    ['num_interpolated_frames', 0, 4, 1],
  ])(
    'refuse %s outside %d to %d for every video kind, whether it uses the field or not',
    (name, min, max, step) => {
      for (const value of [min, max, min + step])
        expect(problems(video, { prompt, [name]: value })).toEqual([]);
      for (const value of [min - step, max + step, -min - 1, 1e308, String(min), null])
        expect(problems(video, { prompt, [name]: value })).toHaveLength(1);
    },
  );

  it('include fractions unless the step is a fraction too', () => {
    expect(problems(video, { prompt, guidance_scale: 3.55 })).toEqual([]);
    expect(problems(video, { prompt, num_frames: 81.5 })).toHaveLength(1);
  });

  it('distinguish a value that other kinds offer from an unknown one', () => {
    expect(problems(video, { prompt, aspect_ratio: '1:1' })).toEqual([
      'aspect_ratio: 1:1 is not available here; choose one of: 16:9, 9:16',
    ]);
  });

  it.each(['prompt', 'aspect_ratio', 'resolution', 'duration', 'num_frames', 'enable_safety_checker'])(
    'are reported under %s for every type of JSON value, without an exception',
    (name) => {
      for (const value of jsonValues) {
        const result = parseInput(video, { prompt, [name]: value });
        if (!result.ok) expect(result.issues.map(({ path }) => path)).toEqual([name]);
      }
    },
  );
});

describe('the speed', () => {
  const videos = listKinds('video').map(({ id }) => id);
  const readRaw = (id: string) => listExamples(getKind(id))[0]?.input ?? {};

  it.each(videos)(
    'is known to %s, and one that it does not have becomes its standard, which is listed',
    (id) => {
      const kind = getKind(id);
      const own = listOptions(kind, 'speed');
      for (const speed of ['regular', 'normal', 'fast', 'turbo', 'high_quality', 'pro']) {
        const result = parseInput(kind, { ...readRaw(id), speed });
        const isOwn = speed === 'regular' || speed === 'normal' || own.includes(speed);
        expect([speed, result]).toMatchObject([
          speed,
          {
            ok: true,
            adjustments: isOwn
              ? []
              : [{ field: 'speed', from: speed, to: 'regular', reason: 'model_default' }],
          },
        ]);
        if (own.length > 0)
          expect(result).toMatchObject({ input: { speed: isOwn && speed !== 'normal' ? speed : 'regular' } });
      }
    },
  );

  it.each(videos)('of no kind is refused by %s', (id) => {
    for (const speed of ['zzz', 5, {}, true])
      expect(problems(getKind(id), { ...readRaw(id), speed })).toEqual([
        'speed: Speed must be one of: regular, normal, fast, turbo, high_quality, pro',
      ]);
  });
});

describe('a wire field that several kinds share', () => {
  it.each([
    [
      'video',
      { task: 'pose', image_url: 5, ref_image_urls: 'x', mask_video_url: 'file:///a', video_url: {} },
    ],
    ['image', { image_url: 5, num_images: 9, image_size: 'huge' }],
  ] as const)('is validated by every %s kind that does not use it, and may be empty', (medium, wrong) => {
    for (const kind of listKinds(medium)) {
      const [example] = listExamples(kind);
      const unused = Object.entries(wrong).filter(([name]) => !Object.hasOwn(kind.fields, name));
      for (const [name, value] of unused) {
        const issues = problems(kind, { ...example?.input, [name]: value });
        expect([kind.id, name, issues]).toEqual([kind.id, name, [expect.stringMatching(`^${name}: `)]]);
        if (name !== 'image_size')
          for (const empty of ['', null, []])
            expect(problems(kind, { ...example?.input, [name]: empty })).toEqual([]);
      }
    }
  });

  it('is validated by sounds too', () => {
    expect(problems(getKind('music'), { prompt, video_url: 5, cfg_scale: 'x', seed: 1.5 })).toHaveLength(3);
    expect(problems(getKind('music'), { prompt, video_url: '', cfg_scale: 5, seed: null })).toEqual([]);
  });

  it('with a task that ignores it is refused: the mask of vace', () => {
    const video_url = 'https://example.com/a.mp4';
    const mask = { prompt, video_url, mask_video_url: video_url };
    const vace = getKind('vace');
    const refusal =
      'mask_video_url: A mask is used by the task inpainting only; leave it out, or choose that task';
    expect(problems(vace, mask)).toEqual([refusal]);
    expect(problems(vace, { ...mask, task: 'default' })).toEqual([refusal]);
    expect(problems(vace, { ...mask, task: 'inpainting' })).toEqual([]);
    expect(problems(vace, { ...mask, task: 'depth', mask_video_url: '' })).toEqual([]);
    expect(problems(vace, { ...mask, task: 'pose' })).toHaveLength(1);
  });
});

function listOptions({ fields }: typeof video, name: string): unknown[] {
  const { widget } = fields[name] ?? {};
  return widget?.type === 'choice' ? widget.options.map(({ value }) => value) : [];
}

describe('fields that the kind does not have', () => {
  it('have no effect', () => {
    const raw = {
      prompt,
      cost: 1,
      status: 'completed',
      user: 'another-user',
      price: 0,
      num_frames: 97,
    };
    expect(parsed(video, raw)).toEqual(parsed(video, { prompt }));
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'])(
    'have no effect when they are named %s',
    (name) => {
      const raw = JSON.parse(`{"prompt":"${prompt}","${name}":{"resolution":"720p","isAdmin":true}}`);
      const input = parsed(video, raw);
      expect(input).toEqual(parsed(video, { prompt }));
      expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
      expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    },
  );

  it('are not inherited from a prototype', () => {
    const raw = Object.create({ prompt, resolution: '720p' });
    expect(problems(video, raw)).toEqual(['prompt: Prompt is required']);
  });
});

describe('prompts', () => {
  const fox = '🦊';
  const family = '👨‍👩‍👧';

  it.each([
    ['2,000 letters', 'x'.repeat(2_000)],
    ['2,000 letters with whitespace around them', ` \n${'x'.repeat(2_000)}\t `],
    ['2,000 characters outside the basic multilingual plane', fox.repeat(2_000)],
    ['joined emoji, counted by code points', family.repeat(400)],
    ['one letter', 'x'],
  ])('may be %s', (_name, text) => expect(parsed(video, { prompt: text }).prompt).toBe(text.trim()));

  it.each([
    ['2,001 letters', 'x'.repeat(2_001)],
    ['2,001 characters outside the basic multilingual plane', fox.repeat(2_001)],
    ['2,005 code points of joined emoji', family.repeat(401)],
  ])('may not be %s', (_name, text) =>
    expect(problems(video, { prompt: text })).toEqual(['prompt: Prompt must be less than 2000 characters']),
  );

  it.each(['', '   ', '\n\t', undefined, null, 7, [], {}])('are required: %j counts as missing', (text) =>
    expect(problems(video, { prompt: text })).toEqual(['prompt: Prompt is required']),
  );

  it.each(['a\u0000b', 'a\ud800b', '\udc00'])('cannot contain what PostgreSQL cannot store: %j', (text) =>
    expect(problems(video, { prompt: text })).toEqual([
      'prompt: Text contains characters that cannot be stored',
    ]),
  );

  it('have a message of their own when they are negative', () => {
    expect(problems(image, { prompt, negative_prompt: 'x'.repeat(2_001) })).toEqual([
      'negative_prompt: Negative prompt must be less than 2000 characters',
    ]);
    expect(parsed(image, { prompt, negative_prompt: ' blurry ' }).negative_prompt).toBe('blurry');
  });
});

describe('usedPaidOnlyOptions', () => {
  it.each([
    [{}, []],
    [{ resolution: '580p' }, [{ field: 'resolution', value: '580p' }]],
    [
      { resolution: '720p', aspect_ratio: '9:16' },
      [
        { field: 'aspect_ratio', value: '9:16' },
        { field: 'resolution', value: '720p' },
      ],
    ],
  ])('of %j are %j', (raw, options) =>
    expect(usedPaidOnlyOptions(video, parsed(video, { prompt, ...raw }))).toEqual(options),
  );
});
