import { describe, expect, it } from 'vitest';
import { describeIssue } from '../../describe-issue.ts';
import { getKind, listKinds, parseInput } from '../../index.ts';
import { getProvider } from '../../server.ts';
import { parsed } from '../../testing/inputs.ts';

const address = 'https://example.com/a';
const files = {
  image_url: address,
  start_image_url: address,
  end_image_url: address,
  video_url: address,
  reference_image_urls: [address],
};
const whole = { prompt: 'A dance made of paper', ...files };

function problems(kindId: string, raw: Record<string, unknown>): string[] {
  const result = parseInput(getKind(kindId), { ...whole, ...raw });
  return result.ok ? [] : result.issues.map(describeIssue).map(({ path, message }) => `${path}: ${message}`);
}

describe('inpainting', () => {
  it('needs a mask, which is reported with all other problems', () => {
    expect(problems('vace', { task: 'inpainting' })).toEqual(['mask_video_url: Please upload a mask video!']);
    expect(problems('vace', { task: 'inpainting', mask_video_url: '', num_frames: 80 })).toEqual([
      'num_frames: Number of frames must be between 81 and 121',
      'mask_video_url: Please upload a mask video!',
    ]);
    expect(problems('vace', { task: 'inpainting', mask_video_url: 'file:///a.mp4' })).toEqual([
      'mask_video_url: Files from this address are not allowed',
    ]);
    expect(problems('vace', { task: 'inpainting', mask_video_url: address })).toEqual([]);
  });

  it('is the only task that needs one', () => {
    for (const task of ['default', 'depth']) expect(problems('vace', { task })).toEqual([]);
  });
});

it('vace without a negative prompt leaves it to the default of the model', () => {
  const kind = getKind('vace');
  expect(getProvider(kind).toRequest(parsed(kind, whole)).body).not.toHaveProperty('negative_prompt');
  const { body } = getProvider(kind).toRequest(parsed(kind, { ...whole, negative_prompt: 'blurry' }));
  expect(body).toMatchObject({ negative_prompt: 'blurry' });
});

it('a duration of another type is refused with a sentence that says so', () => {
  expect(problems('text-to-video', { duration: '5' })).toEqual([
    'duration: Duration must be one of these numbers: 5',
  ]);
});

it.each(['first-to-last-frame', 'text-to-video-pro', 'image-to-video-pro'])(
  '%s takes the ratios that other kinds have, and no invented one',
  (kindId) => {
    for (const aspect_ratio of ['auto', '16:9', '9:16', '1:1'])
      expect(problems(kindId, { aspect_ratio })).toEqual([]);
    expect(problems(kindId, { aspect_ratio: '7:3' })).toEqual([
      'aspect_ratio: Aspect ratio must be one of: 16:9, 9:16, 1:1',
    ]);
  },
);

it('Wan 2.7 sends its largest seed for a larger one, and records it', () => {
  const kind = getKind('wan-v2-7-text-to-video');
  const { body, adjustments } = getProvider(kind).toRequest(parsed(kind, { ...whole, seed: 3_000_000_000 }));
  expect(body).toMatchObject({ seed: 2_147_483_647 });
  expect(adjustments).toMatchObject([{ field: 'seed', from: 3_000_000_000, reason: 'outside_model_range' }]);
});

it('every video kind whose model takes a seed sends the one that it was given, and none by default', () => {
  const seed = 2_147_483_647;
  for (const kind of listKinds('video').filter(({ fields }) => !fields.seed?.isIgnored)) {
    expect(getProvider(kind).toRequest(parsed(kind, { ...whole, seed })).body).toMatchObject({ seed });
    expect(getProvider(kind).toRequest(parsed(kind, whole)).body).not.toHaveProperty('seed');
  }
});

describe('subtitles of one’s own', () => {
  const readSubtitles = (srt_content: string) => {
    const read = parseInput(getKind('veed-subtitles'), { ...whole, srt_content });
    return read.ok ? read.input.srt_content : read.issues.map(describeIssue).map(({ message }) => message);
  };

  it('are put in the order of their times, whatever ends and begins where, and sent so', () => {
    const srt = readSubtitles(
      '2\r\n0:05.5 -> 00:00:03,2\r\n<b>Second</b>\r\n\r\n1\r\n00:00:01 --> 00:00:04\r\nFirst\r\n',
    );
    expect(srt).toBe('1\n00:00:01,000 --> 00:00:03,200\nFirst\n\n2\n00:00:03,200 --> 00:00:05,500\nSecond');
    expect(readSubtitles(String(srt))).toBe(srt);
    const { body } = getProvider(getKind('veed-subtitles')).toRequest(
      parsed(getKind('veed-subtitles'), { ...whole, srt_content: srt }),
    );
    expect(body).toEqual({ video_url: address, preset: 'simple', srt_content: srt });
  });

  it('are missing from the request when the field is empty, so that the model listens', () => {
    const { body } = getProvider(getKind('veed-subtitles')).toRequest(
      parsed(getKind('veed-subtitles'), whole),
    );
    expect(body).toEqual({ video_url: address, preset: 'simple' });
  });

  it('need times that can be read, and the message names the line without', () => {
    expect(readSubtitles('1\n00:00:01,000 --> 00:00:04,000\nHi\n\nGood morning')).toEqual([
      'Line 5 of the subtitles needs times, such as 00:00:01,000 --> 00:00:04,000',
    ]);
    expect(readSubtitles('1\n00:00:01,000 --> soon\nHi')).toEqual([
      'Line 2 of the subtitles needs times, such as 00:00:01,000 --> 00:00:04,000',
    ]);
    expect(readSubtitles('WEBVTT\n\n')).toEqual([
      'Line 1 of the subtitles needs times, such as 00:00:01,000 --> 00:00:04,000',
    ]);
    expect(readSubtitles('a'.repeat(20_001))).toEqual(['This must be at most 20000 characters']);
  });
});
