import { defaultInput, listKinds } from '@atelier/catalog';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { issue, refusal } from '../../testing/refusal.ts';
import { startTestApi } from '../../testing/start-test-api.ts';
import { createImagePath as path, submitImage, textToImage, uploadImage } from '../../testing/submissions.ts';
import { countRows } from '../../testing/test-store.ts';

const api = await startTestApi();
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const invalid = (...issues: unknown[]) =>
  refusal('validation_failed', 'Some fields are not valid', { issues });

const sizes = ['square', 'square_hd', 'portrait_4_3', 'portrait_16_9', 'landscape_4_3', 'landscape_16_9'];
const schnell = [8, 20, 15, 15, 15, 15];

/** The price list of docs/product.md, written out here independently of the code that charges. */
const perImage: Record<string, (size: string) => number> = {
  'flux-dev': () => 30,
  'flux-schnell': (size) => schnell[sizes.indexOf(size)] ?? 0,
  'janus-pro': () => 25,
  sd35: () => 8,
};

const modelsAtSizes = Object.keys(perImage).flatMap((model) => sizes.map((size) => [model, size] as const));

describe('the price', () => {
  it.each(modelsAtSizes)(
    'of %s at %s is the price of one image times the number of images',
    async (model, image_size) => {
      const user = await api.user({ credits: 1_000 });
      let left_credits = 1_000;
      for (const num_images of [1, 2, 3, 4]) {
        const { credits, generation } = await submitImage(user, { model, image_size, num_images });
        const cost = (perImage[model]?.(image_size) ?? 0) * num_images;
        left_credits -= cost;
        expect(credits).toEqual({ cost, left_credits });
        expect(generation.credits).toEqual({ cost, held: cost, settled: 0, released: 0 });
      }
    },
  );

  it('of image-to-image is also per image', async () => {
    const user = await api.user();
    const image_url = await uploadImage(user);
    for (const num_images of [1, 2, 3, 4]) {
      const more = { image_generation_type: 'image-to-image', model: 'flux-dev', image_url, num_images };
      expect((await submitImage(user, more)).credits.cost).toBe(30 * num_images);
    }
  });

  it('must be the expected one, or nothing is charged', async () => {
    const user = await api.user();
    const reply = await user.post(path, { ...textToImage, expected_cost: 8 });
    expect([reply.status, reply.body]).toMatchObject([409, { code: 'price_changed', cost: 20 }]);
    expect(await countRows(api.store, user.userId)).toMatchObject({ generations: 0, reserves: 0 });
  });
});

describe('the reply', () => {
  it('contains the id, the balance and the whole generation with its adjustments', async () => {
    const user = await api.user({ credits: 100 });
    const reply = await user.post(path, {
      ...textToImage,
      model: 'janus-pro',
      temperature: 0,
      num_inference_steps: 0,
      user_email: 'someone@else.test',
      feature_type: 'flux1-create',
      credits: 1,
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      id: expect.any(String),
      request_id: expect.any(String),
      status: 'pending',
      credits: { cost: 25, left_credits: 75 },
      generation: expect.objectContaining({
        kind: 'janus-pro',
        medium: 'image',
        model: 'janus-pro',
        status: 'pending',
        width: 1024,
        height: 1024,
        adjustments: [{ field: 'temperature', from: 0, to: 0.1, reason: 'outside_model_range' }],
        input: expect.objectContaining({ num_images: 1, temperature: 0, cfg_weight: 5, seed: null }),
      }),
    });
  });

  it('is the first one for a repeated request, and a refusal when the repetition differs', async () => {
    const user = await api.user();
    const request_id = '0198c0de-7a00-4000-8000-00000000000a';
    const first = await user.post(path, { ...textToImage, request_id });
    const second = await user.post(path, { ...textToImage, request_id });
    expect(second.body).toEqual(first.body);
    const other = await user.post(path, { ...textToImage, request_id, num_images: 2 });
    expect([other.status, other.body]).toMatchObject([422, { code: 'idempotency_mismatch' }]);
    expect(await countRows(api.store, user.userId)).toMatchObject({ generations: 1, reserves: 1 });
  });

  it.each([
    [{ image_strength: undefined }, 0.95],
    [{ image_strength: null }, 0.95],
    [{ image_strength: 0 }, 0.95],
    [{ image_strength: 0.8 }, 0.8],
    [{ image_strength: 0.1 }, 0.1],
  ])('to %j has image strength %d', async (more, expected) => {
    const user = await api.user();
    const body = {
      image_generation_type: 'image-to-image',
      model_name: 'flux-dev',
      model: undefined,
      ...more,
    };
    const { generation } = await submitImage(user, { ...body, image_url: await uploadImage(user) });
    expect(generation).toMatchObject({ kind: 'flux-dev-image-to-image', model: 'flux-dev', width: null });
    expect(generation.input.image_strength).toBe(expected);
  });
});

const listModels = (mode: string) =>
  listKinds('image')
    .map((kind) => kind.columns(defaultInput(kind)))
    .filter((columns) => columns.mode === mode)
    .map(({ model }) => model)
    .join(', ');

it('a type with one model needs no name of it', async () => {
  const user = await api.user();
  const image_url = await uploadImage(user);
  for (const unnamed of [{}, { model: '' }, { model: null }]) {
    const body = { image_generation_type: 'image-to-image', prompt: 'Snow', image_url, ...unnamed };
    expect((await user.post(path, body)).body).toMatchObject({
      generation: { kind: 'flux-dev-image-to-image' },
    });
  }
});

it('a request without a negative prompt has none, also for the model that takes one', async () => {
  const user = await api.user();
  expect((await submitImage(user, { model: 'sd35' })).generation).toMatchObject({
    negative_prompt: '',
    input: { negative_prompt: '' },
  });
  const kept = await submitImage(user, { model: 'flux-schnell', negative_prompt: 'rain' });
  expect(kept.generation).toMatchObject({
    negative_prompt: 'rain',
    adjustments: [{ field: 'negative_prompt', from: 'rain', to: null, reason: 'not_taken_by_model' }],
  });
});

describe('a submission is refused', () => {
  it.each([undefined, null, '', 'text-to-video', 'image-edit', 7, ['text-to-image'], '__proto__'])(
    'for the type %j',
    async (type) => {
      const reply = await (await api.user()).post(path, { ...textToImage, image_generation_type: type });
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual(refusal('invalid_image_generation_type', 'Invalid image generation type'));
    },
  );

  it.each([
    ['text-to-image', 'SDXL', listModels('text-to-image')],
    ['text-to-image', 'text-to-video', listModels('text-to-image')],
    ['image-to-image', 'flux-schnell', listModels('image-to-image')],
  ])('for %s with the model %s', async (image_generation_type, model, options) => {
    const user = await api.user();
    const reply = await user.post(path, { ...textToImage, image_generation_type, model });
    expect(reply.status).toBe(400);
    const message = `${model} is not available here; choose one of: ${options}`;
    expect(reply.body).toEqual(invalid(issue('model', message)));
  });

  it('without a model where there are several', async () => {
    const body = { ...textToImage, model: undefined };
    const reply = await (await api.user()).post(path, body);
    expect(reply.body).toEqual(
      invalid(issue('model', `Model must be one of: ${listModels('text-to-image')}`)),
    );
  });

  it('with every invalid field at once', async () => {
    const body = { image_generation_type: 'image-to-image', model: 'flux-dev', prompt: ' ', image_url: '' };
    const reply = await (await api.user()).post(path, { ...body, num_images: 5, guidance_scale: 10.1 });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(
      invalid(
        issue('image_url', 'Please upload an image!'),
        issue('prompt', 'Please enter prompt!'),
        issue('num_images', 'Number of images must be between 1 and 4'),
        issue('guidance_scale', 'Guidance scale must be between 1 and 10'),
      ),
    );
  });

  it('for visitors, users who never paid, and users with too few credits', async () => {
    const clients = [api.browser(), await api.user({ credits: 0 }), await api.user({ credits: 19 })];
    const replies = await Promise.all(clients.map((client) => client.post(path, textToImage)));
    expect(replies.map(({ status }) => status)).toEqual([401, 403, 400]);
    expect(replies.map(({ body }) => body)).toEqual([
      refusal('please_login', 'Unauthorized'),
      refusal('please_upgrade_account', 'Please upgrade your account'),
      refusal('insufficient_credits', 'Insufficient credits', { required: 20, current: 19 }),
    ]);
  });
});
