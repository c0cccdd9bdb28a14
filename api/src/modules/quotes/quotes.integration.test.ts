import { randomBytes, randomUUID } from 'node:crypto';
import { getKind } from '@atelier/catalog';
import type { CreateReply, QuoteReply } from '@atelier/contract';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { issue } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { uploadImage } from '../../testing/submissions.ts';
import type { RequestOptions } from '../../testing/test-browser.ts';
import { openTestStore } from '../../testing/test-store.ts';

const store = await openTestStore();
const settings = { WEBHOOK_SIGNING_KEY: randomBytes(32).toString('base64'), LIMIT_RUNNING: '3' };
const api = await startTestApi({ store, settings });
const { pool } = store.owner;
afterEach(() => store.expectWholeLedger());
afterAll(async () => {
  await api.close();
  await store.close();
});

type Line = { kind: string; input: Record<string, unknown> };
/** Costs 300 credits. */
const video: Line = { kind: 'text-to-video', input: { prompt: 'A paper boat' } };
/** Costs 20 credits. */
const image: Line = { kind: 'flux-schnell', input: { prompt: 'A red fox' } };

const ask = (user: TestUser, body: object, options?: RequestOptions) =>
  user.post('/api/quotes', body, options);
async function quote(user: TestUser, body: object, options?: RequestOptions): Promise<QuoteReply> {
  const reply = await ask(user, body, options);
  if (reply.status !== 200) throw new Error(`No quote: ${reply.bytes.toString()}`);
  return reply.body as QuoteReply;
}
const create = (user: TestUser, body: object, options?: RequestOptions) =>
  user.post('/api/generations', body, options);

/** Balance, and how many generations there are. */
async function readAccount({ userId }: TestUser) {
  const { rows } = await pool.query<{ available: number; held: number; made: number }>(
    `select available, held, (select count(*)::int from generation where user_id = $1) as made
       from credit_account where user_id = $1`,
    [userId],
  );
  return rows[0];
}

type Claims = { sub: string; key: string | null; input: string; credits: number; exp: number };

/** The same quote with other claims, signed by the server's own key. */
function resign(token: string | null, change: Partial<Claims>, type = 'atelier-quote'): string {
  const claims = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString());
  return api.deps.webhookSigner?.signDocument({ ...claims, ...change }, type) ?? '';
}

describe('a quote', () => {
  it('has the price that is then charged, and the time that the generation then promises', async () => {
    const user = await api.user({ credits: 500 });
    const beforeMs = Date.now();
    const quoted = await quote(user, video);
    expect(quoted).toEqual({
      quote: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expires_at: expect.any(String),
      total_credits: 300,
      lines: [
        {
          line: 1,
          cost_credits: 300,
          expected_seconds: expect.any(Number),
          expected_most_seconds: expect.any(Number),
        },
      ],
      refusal: null,
    });
    const goodMs = Date.parse(quoted.expires_at ?? '') - beforeMs;
    expect(goodMs).toBeGreaterThan(595_000);
    expect(goodMs).toBeLessThan(660_000);
    expect(await readAccount(user)).toEqual({ available: 500, held: 0, made: 0 });
    const reply = await create(user, { ...video, quote: quoted.quote });
    const { credits, generation } = reply.body as CreateReply;
    expect([reply.status, credits]).toEqual([200, { cost: 300, left_credits: 200 }]);
    expect(quoted.lines[0]?.expected_seconds).toBeCloseTo(generation.progress.expected_seconds, 1);
  });

  it('is refused like the call for a length that the model does not make at this size, and nothing is held', async () => {
    const user = await api.user();
    const before = await readAccount(user);
    const input = { prompt: 'A pier', duration: 20, resolution: '1440p' };
    const line = { kind: 'ltx-2-5-fast-text-to-video', input };
    const issues = [{ path: 'input.duration', code: 'duration_needs' }];
    expect(await quote(user, line)).toMatchObject({ quote: null, refusal: { status: 400, issues } });
    expect((await create(user, line)).body).toMatchObject({ code: 'validation_failed', issues });
    expect(await readAccount(user)).toEqual(before);
    const made = await quote(user, { ...line, input: { ...input, resolution: '1080p' } });
    expect(made).toMatchObject({ total_credits: 1_300, refusal: null });
  });

  it('can be checked by everyone with the published keys', async () => {
    const user = await api.user();
    const { quote: token, expires_at } = await quote(user, image);
    const keys = (await api.browser().get('/.well-known/jwks.json')).body as JSONWebKeySet;
    const { payload } = await compactVerify(token ?? '', createLocalJWKSet(keys));
    const claims = JSON.parse(Buffer.from(payload).toString());
    expect(claims).toMatchObject({ sub: user.userId, key: null, credits: 20 });
    expect(new Date(claims.exp * 1_000).toISOString()).toBe(expires_at);
  });

  it('is for the input as it is read: order, defaults and empty fields make no difference', async () => {
    const user = await api.user();
    const kind = getKind('text-to-video');
    const defaults = Object.entries(kind.fields).filter(([, field]) => !field.isRequired);
    const spelled = Object.fromEntries(
      defaults.map(([name, field]) => [name, 'whenAbsent' in field ? field.whenAbsent : field.default]),
    );
    const { quote: token } = await quote(user, video);
    const written = [
      { ...video.input, ...spelled },
      Object.fromEntries(Object.entries({ ...video.input, ...spelled }).toReversed()),
      { ...video.input, nothing_that_exists: 1 },
    ];
    for (const input of written)
      expect((await create(user, { kind: video.kind, input, quote: token })).status).toBe(200);
    const { quote: second } = await quote(user, { kind: video.kind, input: written[1] });
    expect((await create(user, { ...video, quote: second })).status).toBe(200);
  });

  it('is taken by the call of the medium, which means the same', async () => {
    const user = await api.user();
    const { quote: token } = await quote(user, video);
    const body = { video_generation_type: video.kind, ...video.input, quote: token };
    expect((await user.post('/api/wan/createVideo', body)).status).toBe(200);
  });

  it('is a price: a repeated request is one generation, another request the next at the same price', async () => {
    const user = await api.user({ credits: 1_000 });
    const { quote: token } = await quote(user, image);
    const body = { ...image, quote: token, request_id: randomUUID() };
    const first = (await create(user, body)).body as CreateReply;
    expect(((await create(user, body)).body as CreateReply).id).toBe(first.id);
    // The first answer is given also when its quote is none any more.
    const expired = resign(token, { exp: Math.floor(Date.now() / 1_000) });
    for (const sent of [expired, 'none'])
      expect(((await create(user, { ...body, quote: sent })).body as CreateReply).id).toBe(first.id);
    const next = (await create(user, { ...body, request_id: randomUUID() })).body as CreateReply;
    expect(next.id).not.toBe(first.id);
    expect(await readAccount(user)).toEqual({ available: 960, held: 40, made: 2 });
  });

  it('of many requests at once is each account’s and each key’s own', async () => {
    const rich = await api.user({ credits: 300 });
    const poor = await api.user({ credits: 299 });
    const { key } = await createKey(rich, { scopes: ['read'], total_budget_credits: 299 });
    const payers = [
      { user: rich, code: undefined },
      { user: poor, code: 'insufficient_credits' },
      { user: rich, options: withKey(key), code: 'key_budget_reached' },
    ];
    const all = Array.from({ length: 90 }, (_, index) => payers[index % 3] ?? payers[0]);
    const codes = await Promise.all(
      all.map(async (payer) => (await quote(payer?.user ?? rich, video, payer?.options)).refusal?.code),
    );
    expect(codes).toEqual(all.map((payer) => payer?.code));
  });
});

describe('a submission with a quote', () => {
  const second = () => Math.floor(Date.now() / 1_000);
  const cases: [string, (user: TestUser, quoted: QuoteReply) => Promise<object>, number, object][] = [
    ['a text', async () => ({ quote: 'eyJhbGciOiJub25lIn0.e30.' }), 400, { code: 'quote_invalid' }],
    ['a number', async () => ({ quote: 300 }), 400, { code: 'quote_invalid' }],
    ['an object', async () => ({ quote: { credits: 1 } }), 400, { code: 'quote_invalid' }],
    ['an empty text', async () => ({ quote: '' }), 400, { code: 'quote_invalid' }],
    [
      'another bit in its price',
      async (_user, { quote: token }) => {
        const [header, claims = '', signature] = (token ?? '').split('.');
        const cheaper = Buffer.from(claims, 'base64url').toString().replace('"credits":300', '"credits":301');
        return { quote: [header, Buffer.from(cheaper).toString('base64url'), signature].join('.') };
      },
      400,
      { code: 'quote_invalid' },
    ],
    [
      'a signed document that is no quote',
      async (_user, { quote: token }) => ({ quote: resign(token, {}, 'atelier-statement') }),
      400,
      { code: 'quote_invalid' },
    ],
    [
      'the quote of another account',
      async () => ({ quote: (await quote(await api.user(), video)).quote }),
      403,
      { code: 'quote_not_yours' },
    ],
    [
      'the quote of a key',
      async (user) => {
        const { key } = await createKey(user, { scopes: ['generate'] });
        return { quote: (await quote(user, video, withKey(key))).quote };
      },
      403,
      { code: 'quote_not_yours' },
    ],
    [
      'a quote that has ended this second',
      async (_user, { quote: token }) => ({ quote: resign(token, { exp: second() }) }),
      409,
      { code: 'quote_expired', expired_at: expect.any(String) },
    ],
    [
      'another prompt',
      async (_user, { quote: token }) => ({ quote: token, input: { prompt: 'Another boat' } }),
      422,
      { code: 'quote_other_input' },
    ],
    [
      'a dearer resolution',
      async (_user, { quote: token }) => ({ quote: token, input: { ...video.input, resolution: '720p' } }),
      422,
      { code: 'quote_other_input' },
    ],
    [
      'another kind',
      async (_user, { quote: token }) => ({ quote: token, kind: 'wan-v2-2-5b' }),
      422,
      { code: 'quote_other_input' },
    ],
    [
      'a price that has moved since',
      async (_user, { quote: token }) => ({ quote: resign(token, { credits: 250 }) }),
      409,
      { code: 'price_changed', cost: 300, expected_cost: 250 },
    ],
    [
      'a quote and another expected price',
      async (_user, { quote: token }) => ({ quote: token, expected_cost: 250 }),
      409,
      { code: 'price_changed', cost: 300, expected_cost: 250 },
    ],
  ];

  it.each(cases)('is refused with %s, and nothing is held', async (_what, change, status, expected) => {
    const user = await api.user({ credits: 1_000 });
    const changed = await change(user, await quote(user, video));
    const reply = await create(user, { ...video, ...changed });
    expect([reply.status, reply.body]).toMatchObject([status, expected]);
    expect(await readAccount(user)).toEqual({ available: 1_000, held: 0, made: 0 });
  });

  it('is refused with the quote of the browser or of another key, and taken with its own', async () => {
    const user = await api.user({ credits: 1_000 });
    const [one, two] = [await createKey(user), await createKey(user)];
    const own = (await quote(user, image, withKey(one.key))).quote;
    const refused = [own, (await quote(user, image)).quote];
    for (const token of refused)
      expect((await create(user, { ...image, quote: token }, withKey(two.key))).body).toMatchObject({
        code: 'quote_not_yours',
      });
    expect((await create(user, { ...image, quote: own }, withKey(one.key))).status).toBe(200);
  });

  it('is held to a budget that was lowered after the quote', async () => {
    const user = await api.user({ credits: 1_000 });
    const { key, id } = await createKey(user, { total_budget_credits: 300 });
    const quoted = await quote(user, video, withKey(key));
    expect(quoted.refusal).toBeNull();
    const body = { daily_budget_credits: null, total_budget_credits: 299 };
    await user.request(`/api/user/api-keys/${id}`, { method: 'PATCH', body });
    const expected = { code: 'key_budget_reached', budget: 'total', cap: 299, spent: 0, required: 300 };
    const reply = await create(user, { ...video, quote: quoted.quote }, withKey(key));
    expect([reply.status, reply.body]).toMatchObject([403, expected]);
    const again = await quote(user, video, withKey(key));
    expect(again).toMatchObject({ total_credits: 300, refusal: { status: 403, ...expected } });
    expect(again.quote).toEqual(expect.any(String));
    expect(await readAccount(user)).toEqual({ available: 1_000, held: 0, made: 0 });
  });

  it('is refused on a server without a signing key, whose quotes only inform', async () => {
    const user = await api.user({ credits: 1_000 });
    const { quote: token } = await quote(user, video);
    const unsigned = await startTestApi({ store });
    try {
      const post = (path: string, body: object) => user.post(new URL(path, unsigned.url).href, body);
      const informed = (await post('/api/quotes', video)).body;
      expect(informed).toMatchObject({ quote: null, expires_at: null, total_credits: 300, refusal: null });
      const reply = await post('/api/generations', { ...video, quote: token });
      expect([reply.status, reply.body]).toMatchObject([400, { code: 'quote_invalid' }]);
    } finally {
      await unsigned.close();
    }
  });
});

describe('a quote of a batch', () => {
  const lines = [video, image, image];

  it('binds all of its lines in their order', async () => {
    const user = await api.user({ credits: 1_000 });
    const quoted = await quote(user, { lines });
    expect(quoted).toMatchObject({
      total_credits: 340,
      lines: [{ cost_credits: 300 }, { line: 2, cost_credits: 20 }, { line: 3, cost_credits: 20 }],
      refusal: null,
    });
    const submit = (sent: Line[], more: object = {}) =>
      user.post('/api/batches', { lines: sent, quote: quoted.quote, ...more });
    for (const others of [lines.toReversed(), lines.slice(1), [...lines, image]])
      expect((await submit(others)).body).toMatchObject({ code: 'quote_other_input' });
    const moved = { quote: resign(quoted.quote, { credits: 339 }) };
    expect((await submit(lines, moved)).body).toMatchObject({ code: 'price_changed', cost: 340 });
    expect(await readAccount(user)).toEqual({ available: 1_000, held: 0, made: 0 });
    expect((await submit(lines)).body).toMatchObject({ left_credits: 660 });
  });

  it('says how much of it fits, and is then refused alike', async () => {
    const user = await api.user({ credits: 330 });
    const { quote: token, refusal } = await quote(user, { lines });
    const { status, ...body } = refusal ?? { status: 0 };
    const reply = await user.post('/api/batches', { lines, quote: token });
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject(body);
    expect(body).toMatchObject({ code: 'insufficient_credits', fits: { lines: 2, left_credits: 10 } });
  });

  it('prices the lines that are right, and names the problems of the others', async () => {
    const user = await api.user();
    const wrong = { kind: 'flux-schnell', input: { prompt: '' } };
    const reply = await quote(user, { lines: [video, wrong, { kind: 'none', input: {} }] });
    expect(reply).toMatchObject({
      quote: null,
      expires_at: null,
      total_credits: 300,
      lines: [{ cost_credits: 300 }, { cost_credits: null, expected_seconds: null }, { cost_credits: null }],
      refusal: { status: 400, code: 'validation_failed' },
    });
    expect(reply.refusal?.issues).toEqual([
      issue('lines.2.prompt', expect.any(String)),
      issue('lines.3.kind', 'There is no such model'),
    ]);
  });
});

describe('a request for a quote', () => {
  it.each([
    ['neither a kind nor lines', {}],
    ['a kind without its input', { kind: 'flux-schnell' }],
    ['both', { ...image, lines: [image] }],
  ])('is refused with %s', async (_what, body) => {
    const reply = await ask(await api.user(), body);
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { code: 'validation_failed', issues: [{ path: 'lines', message: 'Give kind and input, or lines' }] },
    ]);
  });

  it('needs a session, or a key that creates or reads', async () => {
    const user = await api.user();
    expect((await api.browser().post('/api/quotes', image)).status).toBe(401);
    const { key: files } = await createKey(user, { scopes: ['files'] });
    expect((await ask(user, image, withKey(files))).status).toBe(403);
    const { key: reading } = await createKey(user, { scopes: ['read'] });
    expect((await ask(user, image, withKey(reading))).status).toBe(200);
  });

  it('finds a file that is not there, and fetches none from elsewhere', async () => {
    const user = await api.user();
    const ofFile = (image_url: string) =>
      quote(user, { kind: 'image-to-video', input: { prompt: 'Waves', image_url } });
    expect((await ofFile('https://images.example.com/cat.png')).refusal).toBeNull();
    expect(await ofFile(`/media/uploads/${randomUUID()}.png`)).toMatchObject({
      total_credits: 200,
      refusal: { status: 404, code: 'file_not_found', path: 'input.image_url' },
    });
    const own = await uploadImage(user);
    const { quote: token } = await ofFile(own);
    const input = { prompt: 'Waves', image_url: own };
    expect((await create(user, { kind: 'image-to-video', input, quote: token })).status).toBe(200);
  });
});
