import { type Kind, listKinds, parseInput } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import type { CreateReply, VideoHistoryReply } from '@atelier/contract';
import { splitCases } from '@atelier/dev-stack/test-sets';
import { afterAll, afterEach, expect, it } from 'vitest';
import { inLanes } from '../../testing/in-lanes.ts';
import { createVideoPath, uploadSound } from '../../testing/submissions.ts';
import { mp4, png } from '../uploads/testing/files.ts';
import { upload } from '../uploads/testing/form.ts';
import { openUploadApi } from '../uploads/testing/open-upload-api.ts';

const api = await openUploadApi('disk');
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const user = await api.user({ credits: 1_000_000 });

async function uploaded(path: string, content: Buffer): Promise<string> {
  const { body } = await upload(user, path, content);
  const { imageUrl, data } = body as { imageUrl?: string; data?: { video_url: string } };
  return imageUrl ?? data?.video_url ?? '';
}
const files = {
  image: await uploaded('/api/upload-image-wan-i2v', png()),
  video: await uploaded('/api/upload-video', mp4()),
  audio: await uploadSound(user),
  'audio-or-video': await uploadSound(user),
};

/** The price list of docs/product.md, written out here independently of the code that charges. */
const baseCredits: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'text-to-video': { '480p': 300, '580p': 300, '720p': 400 },
  'text-to-video-pro': { '1080p': 800 },
  'image-to-video': { '480p': 200, '720p': 400 },
  'image-to-video-pro': { '1080p': 800 },
  'first-to-last-frame': { '480p': 200, '720p': 400 },
  vace: { '480p': 400, '580p': 420, '720p': 450 },
  'wan-v2-2-5b': { '580p': 300, '720p': 350 },
  'wan-v2-2-a14b': { '480p': 480, '580p': 540, '720p': 600 },
};
/** Kinds that cost more for more frames and steps, with the number of steps that are free. */
const freeSteps: Readonly<Record<string, number>> = { vace: 30, 'wan-v2-2-5b': 40, 'wan-v2-2-a14b': 30 };

type Case = { kind: Kind; resolution: string; frames: number; steps: number; interpolated: number };

const cases: Case[] = listKinds('video').flatMap((kind) =>
  Object.keys(baseCredits[kind.id] ?? {}).flatMap((resolution) =>
    [81, 82, 121].flatMap((frames) =>
      [10, 30, 31, 40, 41, 50].flatMap((steps) =>
        [0, 1].map((interpolated) => ({ kind, resolution, frames, steps, interpolated })),
      ),
    ),
  ),
);

/** Counts in whole numbers until the end, so that half a credit is represented exactly. */
function listedCredits({ kind, resolution, frames, steps, interpolated }: Case): number {
  const base = baseCredits[kind.id]?.[resolution] ?? Number.NaN;
  const free = freeSteps[kind.id];
  const factors = [
    free !== undefined && frames > 81 ? 125 : 100,
    free !== undefined && steps > free ? 110 : 100,
    kind.id === 'wan-v2-2-5b' && interpolated > 0 ? 110 : 100,
  ];
  return Math.floor((factors.reduce((product, factor) => product * factor, base) + 500_000) / 1_000_000);
}

function readBody({ kind, resolution, frames, steps, interpolated }: Case): Record<string, unknown> {
  const named = Object.entries(kind.fields).flatMap(([name, { widget, isRequired }]) =>
    widget.type === 'upload' && isRequired ? [[name, files[widget.accept]]] : [],
  );
  return {
    ...Object.fromEntries(named),
    video_generation_type: kind.id,
    prompt: `${kind.id} ${resolution} ${frames} ${steps} ${interpolated}`,
    resolution,
    num_frames: frames,
    num_inference_steps: steps,
    num_interpolated_frames: interpolated,
  };
}

/** Computed as the form's button does. */
function readEstimate(kind: Kind, body: Record<string, unknown>): number {
  const parsed = parseInput(kind, body);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return kind.price(parsed.input).costCredits;
}

/** Kinds of the price list; the prices of the others are in prices-by-rule.integration.test.ts. */
const listed = listKinds('video').filter((kind) => getProvider(kind).price === undefined);

it('the price table of this test covers every video kind of the price list and its resolutions', () => {
  const offered = listed.map(({ id, fields }) => {
    const widget = fields.resolution?.widget;
    return [id, widget?.type === 'choice' ? widget.options.map(({ value }) => value) : []];
  });
  const known = Object.entries(baseCredits).map(([id, prices]) => [id, Object.keys(prices)]);
  expect(Object.fromEntries(offered)).toEqual(Object.fromEntries(known));
});

for (const [options, some] of splitCases(listed, 2, 'each-kind'))
  it.each(some)(
    'a submission of $id costs the price of the button and of the price list',
    options,
    async (kind) => {
      const own = cases.filter((each) => each.kind === kind);
      const expected = new Map(own.map((each) => [readBody(each).prompt, listedCredits(each)]));
      expect(expected.size).toBe(own.length);
      await inLanes(own, async (each) => {
        const body = readBody(each);
        const estimate = readEstimate(kind, body);
        expect([body.prompt, estimate]).toEqual([body.prompt, listedCredits(each)]);
        const reply = await user.post(createVideoPath, { ...body, expected_cost: estimate });
        expect(reply.status).toBe(200);
        expect((reply.body as CreateReply).credits.cost).toBe(estimate);
      });

      const { rows: reserved } = await api.store.owner.pool.query<Record<string, unknown>>(
        `select g.prompt, g.cost::integer as cost, -e.d_available::integer as taken, e.d_held::integer as held
       from generation g join ledger_entry e on e.generation_id = g.id and e.kind = 'reserve'
      where g.user_id = $1 and g.kind = $2`,
        [user.userId, kind.id],
      );
      expect(reserved).toHaveLength(own.length);
      for (const { prompt, cost, taken, held } of reserved) {
        const credits = expected.get(prompt);
        expect([prompt, cost, taken, held]).toEqual([prompt, credits, credits, credits]);
      }

      const search = new URLSearchParams({ search: `${kind.id} `, pageSize: '100' });
      const listed: VideoHistoryReply['data'] = [];
      for (let page = 1; ; page += 1) {
        const reply = (await user.get(`/api/video-generation/history?${search}&page=${page}`))
          .body as VideoHistoryReply;
        // The search also finds the pro kind, whose id contains this one.
        listed.push(...reply.data.filter(({ generation }) => generation.kind === kind.id));
        if (page >= reply.totalPages) break;
      }
      expect(listed).toHaveLength(own.length);
      for (const { prompt, generation } of listed) {
        const credits = expected.get(prompt);
        expect([prompt, generation.credits]).toEqual([
          prompt,
          { cost: credits, held: credits, settled: 0, released: 0 },
        ]);
      }
    },
  );
