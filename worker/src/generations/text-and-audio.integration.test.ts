import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCues } from '@atelier/catalog/captions';
import { readTranscript } from '@atelier/catalog/server';
import { findLedgerProblems, type GenerationRow, listOutputs } from '@atelier/db';
import { makeTestFile } from '@atelier/media/testing';
import { makePng } from '@atelier/storage/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  current,
  endByPolling,
  type Order,
  order,
  readSummary,
  send,
  startCredits,
  waitForEnd,
} from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';
import { storeUpload } from '../testing/store-upload.ts';
import { finishGeneration } from './finish-generation.ts';

let worker: TestWorker;
let imageUrl: string;
let videoUrl: string;
let soundUrl: string;
let silentUrl: string;
/** One frame, a tenth of a second long. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const released = { settled: 0, left: startCredits, held: 0 };

beforeAll(async () => {
  worker = await openTestWorker();
  // No server serves our files in this test, so they are copied to fal's own storage.
  worker.deps.settings.isStoreReachable = false;
  await worker.startJobs();
  const { user_id } = await order(worker.deps, { prompt: 'Never sent' });
  const store = async (content: Buffer, contentType: string) =>
    `/media/${await storeUpload(worker.deps, user_id, { content, contentType })}`;
  imageUrl = await store(makePng({ width: 320, height: 200 }), 'image/png');
  videoUrl = await store(gif, 'image/gif');
  const storeSound = async (name: 'wav' | 'silentWav') => {
    const path = join(tmpdir(), `${randomUUID()}.wav`);
    makeTestFile(name, path);
    const address = await store(await readFile(path), 'audio/wav');
    await rm(path);
    return address;
  };
  soundUrl = await storeSound('wav');
  silentUrl = await storeSound('silentWav');
  // The first sound starts the processes that create and read media, which may be slow.
  const first = await order(worker.deps, sound('First'));
  await send(worker.deps, first);
  await vi.waitUntil(async () => (await current(worker.deps, first)).finished_at, { timeout: 100_000 });
  worker.emulator.control.reset();
}, 120_000);
afterAll(() => worker.close());
afterEach(async () => {
  expect(await findLedgerProblems(worker.deps.db.pool)).toEqual([]);
  worker.emulator.control.reset();
});

/** Submits and waits for the end. */
async function make(wanted: Order): Promise<GenerationRow> {
  const generation = await order(worker.deps, wanted);
  await send(worker.deps, generation);
  await waitForEnd(worker.deps, generation);
  return generation;
}

const question = (text: string): Order => ({
  kind: 'image-understanding',
  prompt: text,
  input: { image: imageUrl, question: text },
});
const sound = (prompt: string, more: object = {}): Order => ({
  kind: 'video-to-audio',
  prompt,
  input: { video_url: videoUrl, ...more },
});

const transcription = (audio_url: string): Order => ({
  kind: 'transcription',
  prompt: '',
  input: { audio_url },
});

const sentInput = () => worker.emulator.control.requests('submit')[0]?.input as Record<string, unknown>;

/** The state of a generation in the last event about it. */
const lastNotified = ({ user_id, id }: GenerationRow) =>
  worker.events
    .filter((event) => event.userId === user_id && event.name === 'generation:changed')
    .map(({ body }) => body.generation as { id: string } | undefined)
    .findLast((generation) => generation?.id === id);

/** Ends a generation with this answer of the provider. */
async function answer(wanted: Order, result: unknown): Promise<GenerationRow> {
  const generation = await order(worker.deps, wanted);
  await worker.deps.db.pool.query(
    `update generation set stage = 'saving', provider_result = $2 where id = $1`,
    [generation.id, JSON.stringify(result)],
  );
  await finishGeneration(worker.deps, { generationId: generation.id }, { isLastAttempt: true });
  return generation;
}

describe('a speech', () => {
  it('has its words with their times, which are asked for and cost nothing', async () => {
    const speech = await make({
      kind: 'text-to-speech',
      prompt: '[softly] The last ferry left. 船已离港。',
      input: { prompt: '[softly] The last ferry left. 船已离港。' },
    });
    expect(await readSummary(worker.deps, speech)).toMatchObject({ status: 'completed' });
    expect(sentInput()).toMatchObject({ timestamps: true });
    const [output] = await listOutputs(worker.deps.db.pool, speech.id);
    const { words } = readTranscript(output?.transcript) ?? { words: [] };
    expect(makeCues(words).map(({ text }) => text)).toEqual(['The last ferry left. 船已离港。']);
    expect(words.at(-1)?.end).toBeCloseTo(output?.duration_seconds ?? 0, 0);
    expect(output).toMatchObject({ text: null, content_type: 'audio/wav' });
  });

  it('is delivered without words when the model reports none, or in a shape that is unknown', async () => {
    const wanted: Order = { kind: 'text-to-speech', prompt: 'Hello', input: { prompt: 'Hello' } };
    const [spoken] = await listOutputs(worker.deps.db.pool, (await make(wanted)).id);
    for (const timestamps of [null, 'soon', [{ at: 1 }]]) {
      const { id } = await answer(wanted, { audio: { url: spoken?.original_url }, timestamps });
      const [output] = await listOutputs(worker.deps.db.pool, id);
      expect(output).toMatchObject({ transcript: null, text: null });
      expect(output?.storage_key).not.toBeNull();
    }
  });
});

it.each<[string, () => Order, string]>([
  ['a video', () => ({ prompt: 'Boat' }), '/api/wan/getResult'],
  ['an image', () => ({ kind: 'flux-schnell', prompt: 'Boat' }), '/api/wan/getImageResult'],
  ['a sound', () => sound('Boat'), '/api/wan/getAudioResult'],
  ['an answer', () => question('A boat?'), '/api/wan/getUnderstandingResult'],
])('the end of %s is reported to the address of its medium', async (_name, wanted, path) => {
  const { id } = await make(wanted());
  const [sent] = worker.emulator.control.requests('submit');
  const { pathname, searchParams } = new URL(sent?.webhookUrl ?? '');
  expect([pathname, searchParams.get('g')]).toEqual([path, id]);
});

describe('a text answer', () => {
  it('is stored and charged, and its owner is notified', async () => {
    const generation = await make(question('How wide is it?'));
    expect(await readSummary(worker.deps, generation)).toEqual({
      status: 'completed',
      error: null,
      settled: 100,
      released: 0,
      left: startCredits - 100,
      held: 0,
      outputs: 1,
    });
    const [output] = await listOutputs(worker.deps.db.pool, generation.id);
    expect(output).toMatchObject({ content_type: 'text/plain', storage_key: null, original_url: null });
    expect(output?.text).toContain('320 by 200 pixels');
    expect(output?.bytes).toBe(Buffer.byteLength(output?.text ?? ''));
    await expect
      .poll(() => lastNotified(generation), { timeout: 20_000 })
      .toMatchObject({ status: 'completed', outputs: [{ text: output?.text, url: null }] });
  });

  it('is requested with four fields and without the seed', async () => {
    await make(question('How wide is it?'));
    expect(sentInput()).toEqual({
      image_url: expect.stringContaining(worker.emulator.url),
      prompt: 'How wide is it?',
      temperature: 0.1,
      top_p: 0.95,
    });
  });

  it.each([
    ['[fail]', 'provider_rejected'],
    ['[crash]', 'provider_failed'],
    ['[nsfw]', 'content_policy'],
    ['[nofile]', 'no_output'],
  ])('with %s fails as %s and costs nothing', async (scenario, error) => {
    const generation = await make(question(`How wide? ${scenario}`));
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status: 'failed',
      error,
      ...released,
    });
  });

  it.each(['[twice]', '[early]', '[null]'])('with %s is stored and charged once', async (scenario) => {
    const generation = await make(question(`How wide? ${scenario}`));
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status: 'completed',
      settled: 100,
      outputs: 1,
    });
  });

  it('with [badsig] is finished by the poll, stored and charged once', async () => {
    const generation = await order(worker.deps, question('How wide? [badsig]'));
    await send(worker.deps, generation);
    await endByPolling(worker.deps, generation);
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status: 'completed',
      settled: 100,
      outputs: 1,
    });
  });

  it.each([{}, { output: null }, { output: 7 }, { output: '' }, { output: ' \n ' }, [[]], 'Three boats'])(
    'counts as missing when the result is %j',
    async (result) => {
      const generation = await answer(question('How many?'), result);
      expect(await readSummary(worker.deps, generation)).toMatchObject({
        status: 'failed',
        error: 'no_output',
        outputs: 0,
        ...released,
      });
    },
  );

  it('may be long and in any language', async () => {
    const output = '三只小船🚤\n'.repeat(2_000);
    const generation = await answer(question('How many?'), { output });
    const [stored] = await listOutputs(worker.deps.db.pool, generation.id);
    expect(stored?.text).toBe(output.trim());
  });
});

describe('a transcript', () => {
  it('is stored with its words, their times and their speakers, and charged', async () => {
    const generation = await make(transcription(soundUrl));
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status: 'completed',
      settled: 40,
      outputs: 1,
    });
    expect(sentInput()).toEqual({
      audio_url: expect.stringContaining(worker.emulator.url),
      diarize: true,
      tag_audio_events: true,
    });
    const [output] = await listOutputs(worker.deps.db.pool, generation.id);
    expect(output?.text).toMatch(/^This/);
    expect(output?.transcript).toMatchObject({
      language_code: 'eng',
      words: expect.arrayContaining([
        {
          text: 'This',
          start: expect.any(Number),
          end: expect.any(Number),
          type: 'word',
          speaker_id: 'speaker_0',
        },
      ]),
    });
  });

  it('of a file in which nothing is said is empty, and complete', async () => {
    const generation = await make(transcription(silentUrl));
    expect(await readSummary(worker.deps, generation)).toMatchObject({ status: 'completed', settled: 40 });
    const [output] = await listOutputs(worker.deps.db.pool, generation.id);
    expect(output).toMatchObject({ text: '', transcript: { words: [] } });
  });

  it.each([{}, { text: 7, words: [] }, { text: 'A', language_code: 'eng' }, [[]]])(
    'counts as missing when the result is %j',
    async (result) => {
      const generation = await answer(transcription(videoUrl), result);
      expect(await readSummary(worker.deps, generation)).toMatchObject({
        status: 'failed',
        error: 'no_output',
        outputs: 0,
        ...released,
      });
    },
  );
});

describe('a sound', () => {
  it('is delivered whatever the fields say that only advise', async () => {
    const generation = await make(sound('Waves [odd]'));
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status: 'completed',
      settled: 50,
      outputs: 1,
    });
  });

  it('is copied, measured and charged, with the peaks of its waveform', async () => {
    const generation = await make(sound('Waves on pebbles'));
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status: 'completed',
      settled: 50,
      left: startCredits - 50,
      outputs: 1,
    });
    const [output] = await listOutputs(worker.deps.db.pool, generation.id);
    expect(output).toMatchObject({ content_type: 'audio/wav', poster_key: null, width: null, text: null });
    expect(output?.duration_seconds).toBeCloseTo(0.1, 1);
    expect((await worker.deps.store.find(output?.storage_key ?? ''))?.bytes).toBe(output?.bytes);
    expect(output?.original_url).toContain(worker.emulator.url);
    const peaks = output?.peaks ?? [];
    // One per hundredth of a second, at most 240.
    expect(peaks.length).toBeGreaterThanOrEqual(9);
    expect(peaks.every((peak) => peak >= 0 && peak <= 1)).toBe(true);
    expect(Math.max(...peaks)).toBe(1);
    await expect
      .poll(() => lastNotified(generation), { timeout: 20_000 })
      .toMatchObject({ status: 'completed', outputs: [{ content_type: 'audio/wav', peaks }] });
  });

  it('is requested with the video only when every option has its default', async () => {
    await make(sound(''));
    expect(sentInput()).toEqual({ video_url: expect.stringContaining(worker.emulator.url) });
  });

  it('is requested with the options that differ, and with two steps instead of one', async () => {
    const generation = await make(sound('Rain', { num_inference_steps: 1, cfg_scale: 7.5 }));
    expect(sentInput()).toMatchObject({ prompt: 'Rain', num_inference_steps: 2, cfg_scale: 7.5 });
    expect(await readSummary(worker.deps, generation)).toMatchObject({ status: 'completed' });
  });

  it.each([
    ['[fail]', 'provider_rejected'],
    ['[crash]', 'provider_failed'],
    ['[nsfw]', 'content_policy'],
    ['[nofile]', 'no_output'],
  ])('with %s fails as %s and costs nothing', async (scenario, error) => {
    const generation = await make(sound(`Waves ${scenario}`));
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status: 'failed',
      error,
      ...released,
    });
  });

  it.each(['[twice]', '[null]'])('with %s is stored and charged once', async (scenario) => {
    const generation = await make(sound(`Waves ${scenario}`));
    expect(await readSummary(worker.deps, generation)).toMatchObject({ status: 'completed', settled: 50 });
  });

  it('fails for a file that is not audio', async () => {
    const url = `${worker.emulator.url}/rest.fal.ai/.well-known/jwks.json`;
    const generation = await answer(sound('Waves'), { audio: { url } });
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status: 'failed',
      error: 'result_copy_failed',
      outputs: 0,
      ...released,
    });
  });

  it.each([{}, { audio: null }, { audio: 7 }, { audio: { url: 5 } }, [[]]])(
    'counts as missing when the result is %j',
    async (result) => {
      const generation = await answer(sound('Waves'), result);
      expect(await readSummary(worker.deps, generation)).toMatchObject({
        status: 'failed',
        error: 'no_output',
        ...released,
      });
    },
  );
});
