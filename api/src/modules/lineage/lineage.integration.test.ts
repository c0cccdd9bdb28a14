import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LineageEntry, LineageReply, UploadImageReply } from '@atelier/contract';
import { makeTestFile } from '@atelier/media/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endGeneration, finishImage, finishVideo } from '../../testing/endings.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import {
  submitAudio,
  submitImage,
  submitQuestion,
  submitVideo,
  uploadVideo,
} from '../../testing/submissions.ts';

const api = await startTestApi();
let content: Buffer;
beforeAll(async () => {
  const path = join(api.store.dataDir, 'counted.mp4');
  makeTestFile('countedMp4', path);
  content = await readFile(path);
});
afterAll(() => api.close());

const formatAddress = (key: string) => `http://atelier.test/media/${key}`;

async function lineage(user: TestUser, id: string): Promise<LineageReply> {
  const reply = await user.get(`/api/generations/${id}/lineage`);
  expect(reply.status).toBe(200);
  return reply.body as LineageReply;
}

const named = (entries: readonly LineageEntry[]) =>
  entries.map(({ id, relation, field, output, depth }) => [id, relation, field, output, depth]);

describe('the lineage of a generation', () => {
  it('names the image that became a video, the frame that became the next one, and the sound and question made of them', async () => {
    const user = await api.user();
    const image = await finishImage(api.deps, user, { images: ['shown', 'shown'] });
    const asked = await submitQuestion(user, 'What is on it?', formatAddress(image.keys[1] ?? ''));
    const video = await finishVideo(api.deps, user, { content });
    const sound = await submitAudio(user, { video_url: formatAddress(video.key) });
    const frame = await user.post(`/api/generations/${video.id}/frames`, { at: 'last' });
    const next = await submitVideo(user, {
      video_generation_type: 'image-to-video',
      image_url: (frame.body as UploadImageReply).imageUrl,
      made_from: video.id,
    });

    expect(named((await lineage(user, asked)).parents)).toEqual([[image.id, 'input', 'image', 1, 1]]);
    expect(named((await lineage(user, sound)).parents)).toEqual([[video.id, 'input', 'video_url', 0, 1]]);
    const { parents } = await lineage(user, next);
    expect(named(parents).sort()).toEqual([
      [video.id, 'frame', 'image_url', 0, 1],
      [video.id, 'settings', '', null, 1],
    ]);
    expect(parents[0]?.generation?.outputs[0]?.url).toContain(video.key);
    const ofVideo = await lineage(user, video.id);
    expect(ofVideo.parents).toEqual([]);
    expect(ofVideo.children.map(({ id, relation }) => [id, relation]).sort()).toEqual(
      [
        [sound, 'input'],
        [next, 'frame'],
        [next, 'settings'],
      ].sort(),
    );
  });

  it('names every image of one generation that a field took, and one that it took twice once', async () => {
    const user = await api.user();
    const { id, keys } = await finishImage(api.deps, user, { images: ['shown', 'shown', 'shown'] });
    const [first = '', , third = ''] = keys.map(formatAddress);
    const video = await submitVideo(user, {
      video_generation_type: 'vace',
      video_url: await uploadVideo(user),
      ref_image_urls: [third, first, first],
    });
    expect(named((await lineage(user, video)).parents)).toEqual([
      [id, 'input', 'ref_image_urls', 0, 1],
      [id, 'input', 'ref_image_urls', 2, 1],
    ]);
  });

  it('of one that is submitted once more is that of the first, by its owner and by an operator', async () => {
    const [user, operator] = [await api.user(), await api.user({ email: 'ops@atelier.test' })];
    const image = await finishImage(api.deps, user);
    const ownImage = { image_url: formatAddress(image.keys[0] ?? '') };
    const toVideo = { video_generation_type: 'image-to-video', ...ownImage };
    const failed = await submitVideo(user, { ...toVideo, made_from: image.id });
    await endGeneration(api.deps, failed, { status: 'failed', chargeCredits: 0, error: null });
    const expected = [
      [image.id, 'input', 'image_url', 0, 1],
      [image.id, 'settings', '', null, 1],
    ];
    expect(named((await lineage(user, failed)).parents)).toEqual(expected);

    const again = await submitVideo(user, { ...toVideo, retry_of: failed });
    expect(named((await lineage(user, again)).parents)).toEqual(expected);
    const repeated = await operator.post(`/api/admin/generations/${failed}/retry`, {
      reason: 'Our fault',
      request_id: randomUUID(),
    });
    const { generation } = repeated.body as { generation: { id: string } };
    expect(named((await lineage(user, generation.id)).parents)).toEqual(expected);

    const other = await api.user();
    for (const retry_of of [failed, randomUUID(), 'nothing', 7, null]) {
      const { id } = await submitImage(other, { retry_of });
      expect(await lineage(other, id)).toEqual({ parents: [], children: [] });
    }
  });

  it('goes on past what was deleted, which it names without its files', async () => {
    const user = await api.user();
    const first = await finishImage(api.deps, user);
    const second = await finishImage(api.deps, user, { made_from: first.id });
    const third = await submitImage(user, { made_from: second.id });
    expect(named((await lineage(user, third.id)).parents)).toEqual([[second.id, 'settings', '', null, 1]]);

    await api.store.owner.pool.query('update generation set deleted_at = now() where id = $1', [second.id]);
    const { parents } = await lineage(user, third.id);
    expect(named(parents)).toEqual([
      [second.id, 'settings', '', null, 1],
      [first.id, 'settings', '', null, 2],
    ]);
    expect(parents[0]).toMatchObject({ kind: 'flux-schnell', medium: 'image', generation: null });
    expect(parents[1]?.generation?.id).toBe(first.id);
    const { children } = await lineage(user, first.id);
    expect(children.map(({ id, depth }) => [id, depth])).toEqual([
      [second.id, 1],
      [third.id, 2],
    ]);
    expect(JSON.stringify({ ...parents[0], ...children[0] })).not.toContain(second.keys[0] ?? 'no key');
    // Its own lineage stays known, as its receipt does.
    expect(named((await lineage(user, second.id)).children)).toEqual([[third.id, 'settings', '', null, 1]]);
  });

  it('ignores generations of others, unknown ones and what is no id', { tags: 'each-rule' }, async () => {
    const [user, other] = [await api.user(), await api.user()];
    const foreign = await finishImage(api.deps, other);
    for (const made_from of [foreign.id, '00000000-0000-4000-8000-000000000000', 'nothing', 7, null]) {
      const { id } = await submitImage(user, { made_from });
      expect(await lineage(user, id)).toEqual({ parents: [], children: [] });
      await api.store.owner.pool.query(`update credit_account set running = 0 where user_id = $1`, [
        user.userId,
      ]);
    }
    expect(await lineage(other, foreign.id)).toEqual({ parents: [], children: [] });
    const refused = await user.get(`/api/generations/${foreign.id}/lineage`);
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([404, 'not_found']);
  });

  it('is not part of what makes two submissions the same, and is written once', async () => {
    const user = await api.user();
    const first = await finishImage(api.deps, user);
    const request_id = '7f1f3a52-9c52-4c3a-8a55-3f9f5e8f0b11';
    const once = await submitImage(user, { request_id, made_from: first.id });
    const again = await submitImage(user, { request_id });
    expect(again.id).toBe(once.id);
    expect((await lineage(user, once.id)).parents).toHaveLength(1);
  });

  it('is limited to fifty in each direction', async () => {
    const user = await api.user();
    const first = await finishImage(api.deps, user);
    const { id } = await submitImage(user, {});
    await api.store.owner.pool.query(
      `with copies as (
         insert into generation
         select (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid()))).*
           from generation g, generate_series(1, 60) where g.id = $1
         returning id)
       insert into generation_source (generation_id, source_id, relation) select id, $2, 'settings' from copies`,
      [id, first.id],
    );
    expect((await lineage(user, first.id)).children).toHaveLength(50);
  });
});
