import { Readable } from 'node:stream';
import type { CaptionsReply, TranscriptReply } from '@atelier/contract';
import { makeSound, makeVideoWithSound } from '@atelier/media/testing';
import { newKey } from '@atelier/storage';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { endGeneration, finishVideo } from '../../testing/endings.ts';
import { issue, refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import {
  createAnalysisPath,
  submitAudio,
  submitVideo,
  uploadImage,
  uploadSpokenVideo,
} from '../../testing/submissions.ts';

const api = await startTestApi();
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const wav = makeSound('wav');

const word = (text: string, start: number, end: number, speaker_id = 'speaker_0') => ({
  text,
  start,
  end,
  type: /^\s+$/.test(text) ? 'spacing' : 'word',
  speaker_id,
});
const transcript = {
  language_code: 'eng',
  language_probability: 0.98,
  words: [
    word('Who', 0.1, 0.3, 'b'),
    word(' ', 0.3, 0.35, 'b'),
    word('said <that>?', 0.35, 0.9, 'b'),
    word('I', 1.2, 1.3, 'a'),
    word(' ', 1.3, 1.35, 'a'),
    word('did.', 1.35, 1.8, 'a'),
  ],
};
const text = 'Who said <that>? I did.';

async function submit(user: TestUser, audioUrl: string, more: object = {}): Promise<string> {
  const body = { text_generation_type: 'transcription', audio_url: audioUrl, ...more };
  const reply = await user.post(createAnalysisPath, body);
  expect(reply.status).toBe(200);
  return (reply.body as { id: string }).id;
}

async function finish(
  id: string,
  output: object = { text, transcript },
  chargeCredits = 40,
): Promise<string> {
  await endGeneration(api.deps, id, { status: 'completed', chargeCredits, error: null, output });
  return id;
}

const file = async (user: TestUser, id: string, format: string) =>
  user.get(`/api/generations/${id}/captions/${format}`);

describe('a transcription', () => {
  it('is named by its type, and costs by the length that its file may have', async () => {
    const user = await api.user({ credits: 100 });
    const reply = await user.post(createAnalysisPath, {
      text_generation_type: 'transcription',
      audio_url: await uploadSpokenVideo(user),
      max_seconds: 300,
    });
    expect(reply.body).toMatchObject({
      credits: { cost: 20, left_credits: 80 },
      generation: {
        kind: 'transcription',
        medium: 'text',
        prompt: '',
        input: { language_code: 'auto', diarize: true },
      },
    });
  });

  it.each([
    [{ audio_url: '' }, 'audio_url'],
    [{ language_code: 'klingon' }, 'language_code'],
    [{ max_seconds: 10_800 }, 'max_seconds'],
    [{ diarize: 'maybe' }, 'diarize'],
  ])('is refused with %j, and nothing is charged', async (more, path) => {
    const user = await api.user({ credits: 100 });
    const audio_url = await uploadSpokenVideo(user);
    const reply = await user.post(createAnalysisPath, {
      text_generation_type: 'transcription',
      audio_url,
      ...more,
    });
    expect(reply).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    const info = await user.get('/api/user/info');
    expect(info.body).toMatchObject({ credits: { left_credits: 100 } });
  });

  it('is refused under an unknown type, and a call without one is still a question', async () => {
    const user = await api.user({ credits: 100 });
    const body = { audio_url: await uploadSpokenVideo(user) };
    const unknown = await user.post(createAnalysisPath, { ...body, text_generation_type: 'poem' });
    expect(unknown.body).toEqual(refusal('invalid_text_generation_type', 'Invalid text generation type'));
    expect((await user.post(createAnalysisPath, body)).body).toMatchObject({
      issues: expect.arrayContaining([issue('image', 'Please upload an image!')]),
    });
  });

  it('has its words, and paragraphs with numbered speakers', async () => {
    const user = await api.user();
    const id = await finish(await submit(user, await uploadSpokenVideo(user)));
    const { body } = await user.get(`/api/generations/${id}/transcript`);
    expect(body).toEqual({
      ...transcript,
      text,
      paragraphs: [
        { start: 0.1, end: expect.any(Number), speaker: 1, text: 'Who said <that>?' },
        { start: 1.2, end: expect.any(Number), speaker: 2, text: 'I did.' },
      ],
    } satisfies TranscriptReply);
  });

  it('is downloaded as WebVTT, SubRip and text, with speakers in the language that was asked for', async () => {
    const user = await api.user();
    const id = await finish(await submit(user, await uploadSpokenVideo(user)));
    const vtt = await file(user, id, 'vtt');
    expect(vtt.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(vtt.headers.get('content-disposition')).toBe('attachment; filename=transcript.vtt');
    expect(vtt.bytes.toString()).toContain('<v Speaker 1>Who said &lt;that&gt;?');
    expect((await file(user, id, 'srt')).bytes.toString()).toMatch(/^1\n00:00:00,100 --> /);
    expect((await file(user, id, 'txt?language=zh-CN')).bytes.toString()).toContain(
      '[00:00:01] 说话人 2\nI did.',
    );
    expect((await file(user, id, 'docx')).status).toBe(400);
  });

  it('of silence is complete without words', async () => {
    const user = await api.user();
    const silent = { text: '', transcript: { ...transcript, words: [] } };
    const id = await finish(await submit(user, await uploadSpokenVideo(user)), silent);
    const reply = await user.get(`/api/generations/${id}/transcript`);
    expect(reply.body).toMatchObject({ text: '', words: [], paragraphs: [] });
    expect((await file(user, id, 'vtt')).bytes.toString()).toBe('WEBVTT\n');
  });

  it('is its owner’s alone, and gone once it is deleted', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const id = await finish(await submit(user, await uploadSpokenVideo(user)));
    for (const path of ['transcript', 'captions', 'captions/vtt'])
      expect((await other.get(`/api/generations/${id}/${path}`)).status).toBe(404);
    await user.request('/api/image-understanding/delete', { method: 'DELETE', body: { id } });
    expect((await user.get(`/api/generations/${id}/transcript`)).status).toBe(404);
  });
});

it('a generated sound is transcribed as a video is, and another form still refuses it', async () => {
  const user = await api.user({ credits: 1_000 });
  const key = newKey(user.userId, 'audio/wav');
  await api.deps.store.put(key, Readable.from([wav]), { contentType: 'audio/wav', maxBytes: 10_000_000 });
  const soundId = await submitAudio(user, { audio_generation_type: 'sound-effects', prompt: 'Rain' });
  await endGeneration(api.deps, soundId, {
    status: 'completed',
    chargeCredits: 5,
    error: null,
    output: { content_type: 'audio/wav', storage_key: key, bytes: wav.length },
  });
  const id = await finish(await submit(user, `/media/${key}`, { max_seconds: 60 }), undefined, 5);
  const { body } = await user.get(`/api/generations/${soundId}/captions`);
  expect((body as CaptionsReply).captions).toMatchObject([{ generation_id: id, output: 0 }]);
  const refused = await user.post('/api/wan/createAudio', { video_url: `/media/${key}` });
  expect(refused).toMatchObject({ status: 415, body: { code: 'unsupported_file' } });
});

describe('the captions of a video', () => {
  it('are those of its transcriptions, the newest first, without the silent ones', async () => {
    const user = await api.user({ credits: 1_000 });
    const video = await finishVideo(api.deps, user, {
      content: await makeVideoWithSound('mp3'),
      prompt: 'A paper boat',
    });
    const address = `/media/${video.key}`;
    const list = async () => {
      const { body } = await user.get(`/api/generations/${video.id}/captions`);
      return (body as CaptionsReply).captions;
    };
    expect(await list()).toEqual([]);
    const first = await finish(await submit(user, address));
    await finish(await submit(user, address), { text: '', transcript: { ...transcript, words: [] } });
    const second = await finish(await submit(user, address), {
      text,
      transcript: { ...transcript, language_code: 'zho' },
    });
    expect(await list()).toEqual([
      { generation_id: second, output: 0, language: 'zh', url: `/api/generations/${second}/captions/vtt` },
      { generation_id: first, output: 0, language: 'en', url: `/api/generations/${first}/captions/vtt` },
    ]);
  });

  it('come with a speech, and with the video that speaks it, until the speech is deleted', async () => {
    const user = await api.user({ credits: 1_000 });
    const speech = await submitAudio(user, { audio_generation_type: 'text-to-speech', prompt: text });
    const key = newKey(user.userId, 'audio/wav');
    await api.deps.store.put(key, Readable.from([wav]), { contentType: 'audio/wav', maxBytes: 1_000_000 });
    await finish(
      speech,
      {
        storage_key: key,
        content_type: 'audio/wav',
        duration_seconds: 2,
        transcript: { ...transcript, language_code: '' },
      },
      5,
    );
    const speaking = await submitVideo(user, {
      video_generation_type: 'veed-fabric-1-0',
      image_url: await uploadImage(user),
      audio_url: `/media/${key}`,
      max_seconds: 5,
    });
    await finish(speaking, { storage_key: newKey(user.userId, 'video/mp4') }, 0);
    const list = async (id: string) =>
      ((await user.get(`/api/generations/${id}/captions`)).body as CaptionsReply).captions;
    const url = `/api/generations/${speech}/captions/vtt`;
    const own = { generation_id: speech, output: 0, language: 'und', url };
    expect(await list(speech)).toEqual([own]);
    expect(await list(speaking)).toEqual([own]);
    expect((await user.get(url)).bytes.toString()).toContain('Who said &lt;that&gt;?');
    const { body } = await user.get(`/api/generations/${speech}/transcript`);
    expect(body).toMatchObject({ text: expect.stringContaining('Who said <that>?'), language_code: '' });
    const transcribed = await finish(await submit(user, `/media/${key}`, { max_seconds: 60 }), undefined, 5);
    expect((await list(speech)).map(({ generation_id }) => generation_id)).toEqual([transcribed, speech]);
    const other = await api.user();
    expect((await other.get(url)).status).toBe(404);

    await user.request('/api/audio-generation/delete', { method: 'DELETE', body: { id: speech } });
    expect(await list(speaking)).toEqual([]);
  });
});
