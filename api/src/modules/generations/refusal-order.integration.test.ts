import { randomUUID } from 'node:crypto';
import { getKind, retiredKinds } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import type { QuoteReply } from '@atelier/contract';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createVideoPath, uploadImage } from '../../testing/submissions.ts';
import type { Reply } from '../../testing/test-browser.ts';
import { openTestStore } from '../../testing/test-store.ts';

const store = await openTestStore();
const api = await startTestApi({ store });
const withoutStorage = await startTestApi({
  store,
  replace: (made) => ({ store: { ...made.store, check: () => Promise.reject(new Error('read-only')) } }),
});
const operator = await api.user({ email: 'ops@atelier.test' });
afterEach(() => store.expectWholeLedger());
afterAll(async () => {
  await Promise.all([api.close(), withoutStorage.close()]);
  await store.close();
});

/** A kind with a file, at 200 credits. */
const kind = getKind('image-to-video');
const { endpoint } = getProvider(kind);
const retired = { id: 'retired-kind', endpoint: 'fal-ai/retired-model' };
Object.assign(retiredKinds, { [retired.id]: { successor: kind.id, endpoint: retired.endpoint } });
afterAll(() => Reflect.deleteProperty(retiredKinds, retired.id));

type Asked = {
  isRetired?: boolean;
  prompt: string;
  image_url: string;
  fields: {
    request_id?: string;
    webhook_url?: string;
    project_id?: string;
    expected_cost?: number;
    quote?: string;
  };
};

type Door = {
  send: (user: TestUser, asked: Asked) => Promise<Reply>;
  /** The call that makes something, where `send` makes nothing. */
  make?: (user: TestUser, asked: Asked) => Promise<Reply>;
  isOfLines?: true;
  /** Fields that this call does not have. */
  lacks?: (keyof Asked['fields'])[];
  /** The place of a field of the kind in a refusal. */
  fieldAt: (name: string) => object;
  /** A file that is not there, as this call refuses it. */
  missingFile: object;
};

const issueAt = (path: string) => ({ code: 'validation_failed', issues: [{ path }] });
const toId = ({ isRetired }: Asked) => (isRetired ? retired.id : kind.id);

const toBody = ({ prompt, image_url, fields, ...asked }: Asked) => ({
  kind: toId({ prompt, image_url, fields, ...asked }),
  input: { prompt, image_url },
  ...fields,
});
const toLines = ({ fields, ...asked }: Asked) => {
  const { kind: id, input } = toBody({ ...asked, fields: {} });
  return { lines: [{ kind: id, input }], ...fields };
};
const create = (user: TestUser, asked: Asked) => user.post('/api/generations', toBody(asked));
const createBatch = (user: TestUser, asked: Asked) => user.post('/api/batches', toLines(asked));

/** The refusal within a quote, which is itself never refused for what the submission would be. */
async function foresee(user: TestUser, body: object): Promise<Reply> {
  const reply = await user.post('/api/quotes', body);
  const { refusal } = reply.body as QuoteReply;
  return { ...reply, status: refusal?.status ?? reply.status, body: refusal ?? reply.body };
}

const doors: Readonly<Record<string, Door>> = {
  'the call for every kind': {
    send: create,
    fieldAt: (name) => issueAt(`input.${name}`),
    missingFile: { code: 'file_not_found', path: 'input.image_url' },
  },
  'the call of the medium': {
    send: (user, asked) => {
      const { prompt, image_url, fields } = asked;
      return user.post(createVideoPath, {
        video_generation_type: toId(asked),
        prompt,
        image_url,
        ...fields,
      });
    },
    fieldAt: issueAt,
    missingFile: { code: 'file_not_found', path: 'image_url' },
  },
  'a batch of one line': {
    send: createBatch,
    isOfLines: true,
    fieldAt: (name) => issueAt(`lines.1.${name}`),
    missingFile: issueAt('lines.1.image_url'),
  },
  'a quote': {
    send: (user, asked) => foresee(user, toBody(asked)),
    make: create,
    lacks: ['request_id', 'quote'],
    fieldAt: (name) => issueAt(`input.${name}`),
    missingFile: { code: 'file_not_found', path: 'input.image_url' },
  },
  'a quote of one line': {
    send: (user, asked) => foresee(user, toLines(asked)),
    make: createBatch,
    isOfLines: true,
    lacks: ['request_id', 'quote'],
    fieldAt: (name) => issueAt(`lines.1.${name}`),
    missingFile: issueAt('lines.1.image_url'),
  },
  'fal’s protocol': {
    send: (user, { isRetired, prompt, image_url, fields: { request_id, webhook_url } }) => {
      const query = webhook_url ? `?fal_webhook=${encodeURIComponent(webhook_url)}` : '';
      const model = isRetired ? retired.endpoint : endpoint;
      return user.request(`/api/wan/fal/proxy/${model}${query}`, {
        method: 'POST',
        headers: request_id ? { 'idempotency-key': request_id } : {},
        body: { prompt, image_url },
      });
    },
    lacks: ['project_id', 'expected_cost', 'quote'],
    fieldAt: (name) => ({ code: 'validation_failed', detail: [{ loc: ['body', name] }] }),
    missingFile: { code: 'validation_failed', detail: [{ type: 'file_download_error' }] },
  },
};

type Fault = {
  name: string;
  /** Makes the request, or what it meets, worthy of this refusal. */
  change?: (asked: Asked) => Asked;
  field?: keyof Asked['fields'];
  expected: (door: Door) => object;
};

const refusal = (code: string) => () => ({ code });
const withField = (fields: Asked['fields']) => (asked: Asked) => ({
  ...asked,
  fields: { ...asked.fields, ...fields },
});

/** Faults in the order in which they are looked for. A request with one of them has all later ones, too. */
const faults: readonly Fault[] = [
  {
    name: 'a retired kind',
    change: (asked) => ({ ...asked, isRetired: true }),
    expected: refusal('kind_closed'),
  },
  {
    name: 'a field that is wrong',
    change: (asked) => ({ ...asked, prompt: '' }),
    expected: ({ fieldAt }) => fieldAt('prompt'),
  },
  {
    name: 'a webhook that cannot be sent',
    field: 'webhook_url',
    change: withField({ webhook_url: 'https://hooks.example/end' }),
    expected: refusal('webhooks_unavailable'),
  },
  { name: 'an account that never paid', expected: refusal('please_upgrade_account') },
  {
    name: 'a project that is not there',
    field: 'project_id',
    change: withField({ project_id: randomUUID() }),
    expected: () => issueAt('project_id'),
  },
  { name: 'a storage that is away', expected: refusal('unavailable') },
  {
    name: 'a key that was used for something else',
    field: 'request_id',
    expected: refusal('idempotency_mismatch'),
  },
  { name: 'a locked account', expected: refusal('account_locked') },
  {
    name: 'a quote of another site',
    field: 'quote',
    change: withField({ quote: 'eyJhbGciOiJFZERTQSJ9.e30.AA' }),
    expected: refusal('quote_invalid'),
  },
  {
    name: 'another price',
    field: 'expected_cost',
    change: withField({ expected_cost: 1 }),
    expected: refusal('price_changed'),
  },
  {
    name: 'a file that is not there',
    change: (asked) => ({ ...asked, image_url: `/media/uploads/${randomUUID()}.png` }),
    expected: ({ missingFile }) => missingFile,
  },
  { name: 'too few credits', expected: refusal('insufficient_credits') },
];
/** Files of many lines are not fetched before all of them can be paid. */
const batchFaults = [...faults.slice(0, -2), ...faults.slice(-2).toReversed()];

describe.each(Object.entries(doors))('%s', (_name, door) => {
  const rows = (door.isOfLines ? batchFaults : faults).filter(
    ({ field }) => !field || !door.lacks?.includes(field),
  );
  const make = door.make ?? door.send;
  const from = (fault: string) => rows.slice(rows.findIndex((each) => each.name === fault));

  it.each(rows.map((row) => row.name))('refuses for %s before all that comes later', async (fault) => {
    const present = from(fault);
    const has = (each: string) => present.some((row) => row.name === each);
    const isUnpaid = has('an account that never paid');
    const credits = has('too few credits') ? 300 : 400;
    const user = await api.user({ credits: isUnpaid ? 0 : credits });
    const image_url = await uploadImage(user);
    let asked: Asked = { prompt: 'A paper boat', image_url, fields: {} };
    // The first one leaves credits for one more, or too few.
    if (has('a key that was used for something else') && !isUnpaid) {
      asked = withField({ request_id: randomUUID() })(asked);
      expect((await make(user, { ...asked, prompt: 'The first' })).status).toBe(200);
    } else if (!isUnpaid) expect((await make(user, asked)).status).toBe(200);
    // A locked account is not asked to pay.
    if (has('a locked account') && !isUnpaid)
      await operator.post(`/api/admin/users/${user.userId}/lock`, { reason: 'Chargebacks on three cards' });
    for (const { change } of present) asked = change?.(asked) ?? asked;
    const at = has('a storage that is away') ? moveTo(withoutStorage.url, user) : user;
    const reply = await door.send(at, asked);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.body).toMatchObject(rows.find((row) => row.name === fault)?.expected(door) ?? {});
    const { rows: made } = await store.owner.pool.query('select from generation where user_id = $1', [
      user.userId,
    ]);
    expect(made).toHaveLength(isUnpaid ? 0 : 1);
  });
});

/** The same browser at another process. */
function moveTo(url: string, user: TestUser): TestUser {
  const request: TestUser['request'] = (path, options) => user.request(new URL(path, url).href, options);
  return {
    ...user,
    request,
    post: (path, body, options) => request(path, { method: 'POST', body, ...options }),
  };
}
