import { randomBytes, randomUUID } from 'node:crypto';
import type { ApprovalsReply } from '@atelier/contract';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '../../testing/api-key.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { openTestStore } from '../../testing/test-store.ts';

const store = await openTestStore();
const settings = { WEBHOOK_SIGNING_KEY: randomBytes(32).toString('base64') };
const api = await startTestApi({ store, settings });
/** A process of the same site that waits for no answer. */
const impatient = await startTestApi({ store, settings: { ...settings, RUN_WAIT_SECONDS: '0.1' } });
const { pool } = store.owner;
afterEach(() => store.expectWholeLedger());
afterAll(async () => {
  await impatient.close();
  await api.close();
  await store.close();
});

/** Costs 300 credits. */
const video = { kind: 'text-to-video', input: { prompt: 'A paper boat on the rain' } };
type Page = { url: string; message: string; mode?: string; elicitationId?: string };
type Answer = 'accept' | 'decline' | 'cancel';
type Opening = (page: Page) => Promise<Answer>;

let user: TestUser;
let key: string;
beforeEach(async () => {
  user = await api.user({ credits: 5_000 });
  ({ key } = await createKey(user, { ask_above_credits: 100 }));
});

const readId = ({ url }: Page) => url.split('/').at(-1) ?? '';
const answer = (id: string, text = 'approve') => user.post(`/api/approvals/${id}/answer`, { answer: text });
const listOpen = async () => ((await user.get('/api/approvals')).body as ApprovalsReply).data;
const opensPages = { elicitation: { url: {} } };

type Options = { at?: string; capabilities?: object; onRepeated?: () => void };

/** Connects a host of revision 2026-07-28. `open` is called with each page that its user is led to. */
async function connect(open: Opening, { at = api.url, capabilities = opensPages, onRepeated }: Options = {}) {
  const pages: Page[] = [];
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  if ('elicitation' in capabilities)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      pages.push(params as Page);
      return { action: await open(params as Page) };
    });
  const transport = new StreamableHTTPClientTransport(new URL(`${at}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch(url, init) {
      if (String(init?.body).includes('"inputResponses"')) onRepeated?.();
      return fetch(url, init);
    },
  });
  await client.connect(transport);
  const call = (name: string, given: object): Promise<CallToolResult> =>
    client.callTool({ name, arguments: { ...given } });
  return { pages, call, close: () => client.close() };
}
type Host = Pick<Awaited<ReturnType<typeof connect>>, 'call'>;

async function connectEarlier(capabilities: object = opensPages) {
  const client = new EarlierClient({ name: 'test', version: '1.0.0' }, { capabilities });
  const transport = new EarlierTransport(new URL(`${api.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  const call = async (name: string, given: object) =>
    (await client.callTool({ name, arguments: { ...given } })) as unknown as CallToolResult;
  return { call, transport, close: () => client.close() };
}

/** Input of `generate` with the quote that it needs. */
async function prepare({ call }: Host, line: object = video) {
  const { quote } = (await call('quote', line)).structuredContent as { quote: string };
  return { ...line, quote, request_id: randomUUID() };
}

const readRefused = ({ isError, structuredContent }: CallToolResult) => [
  isError,
  (structuredContent as { refused?: object }).refused,
];
const countMade = async () =>
  (await pool.query('select count(*)::int as count from generation where user_id = $1', [user.userId]))
    .rows[0].count;

describe('a call above what its key may spend, of a host that opens pages', () => {
  it('leads its user to the page, and goes on once the owner has approved', async () => {
    const host = await connect(async (page) => {
      await answer(readId(page));
      return 'accept';
    });
    const made = await host.call('generate', await prepare(host));
    expect(made.structuredContent).toMatchObject({ status: 'pending', credits: { held: 300 } });
    const url = expect.stringMatching(/^http:\/\/atelier\.test\/approvals\/[0-9a-f-]{36}$/);
    expect(host.pages).toEqual([{ mode: 'url', url, message: expect.stringContaining('300 credits') }]);
    expect(await countMade()).toBe(1);
    await host.close();
  });

  it('waits for an owner who answers after the page was opened, in whichever process', async () => {
    for (const text of ['approve', 'refuse']) {
      const repeated = Promise.withResolvers<void>();
      const host = await connect(async () => 'accept', { onRepeated: repeated.resolve });
      const line = { ...video, input: { prompt: `A boat to ${text}` } };
      const called = host.call('generate', await prepare(host, line));
      await repeated.promise;
      const id = readId(host.pages[0] as Page);
      const path = `${impatient.url}/api/approvals/${id}/answer`;
      expect((await user.post(path, { answer: text })).status).toBe(200);
      const result = await called;
      if (text === 'approve') expect(result.structuredContent).toMatchObject({ status: 'pending' });
      else expect(readRefused(result)).toMatchObject([true, { code: 'approval_refused', approval: { id } }]);
      expect(host.pages).toHaveLength(1);
      await host.close();
    }
    expect(await countMade()).toBe(1);
  });

  it('is refused with the page when its user does not open it, or its owner has not answered in time', async () => {
    for (const action of ['decline', 'cancel', 'accept'] as const) {
      const host = await connect(async () => action, { at: impatient.url });
      const refused = await host.call('generate', await prepare(host));
      const [open] = await listOpen();
      expect(readRefused(refused)).toMatchObject([
        true,
        { code: 'approval_needed', cost: 300, approval: { id: open?.id, url: host.pages[0]?.url } },
      ]);
      expect(host.pages).toHaveLength(1);
      await host.close();
    }
    expect(await listOpen()).toHaveLength(1);
    expect(await countMade()).toBe(0);
  });

  it('asks again, on another page, when the first request is over or used', async () => {
    const host = await connect(async (page) => {
      await answer(readId(page));
      return 'accept';
    });
    await host.call('generate', await prepare(host));
    await host.call('generate', await prepare(host));
    expect(new Set(host.pages.map(({ url }) => url)).size).toBe(2);
    expect(await countMade()).toBe(2);
    const late = await connect(async (page) => {
      if (late.pages.length > 1) return 'decline';
      await pool.query('update approval set expires_at = now() where id = $1', [readId(page)]);
      return 'accept';
    });
    const refused = await late.call('generate', await prepare(late));
    const [open] = await listOpen();
    expect(late.pages.map(readId)).toEqual([expect.not.stringMatching(open?.id ?? ''), open?.id]);
    expect(readRefused(refused)).toMatchObject([
      true,
      { code: 'approval_needed', approval: { id: open?.id } },
    ]);
    expect(await countMade()).toBe(2);
    await Promise.all([host.close(), late.close()]);
  });

  it('spends nothing on the word of its host', async () => {
    const host = await connect(async () => 'accept', { at: impatient.url });
    const given = await prepare(host);
    for (let time = 0; time < 3; time += 1)
      expect(readRefused(await host.call('generate', given))).toMatchObject([
        true,
        { code: 'approval_needed' },
      ]);
    expect(await countMade()).toBe(0);
    await host.close();
  });

  it('asks for a batch as for one generation, and makes it once for parallel calls', async () => {
    const host = await connect(async (page) => {
      // One of the parallel calls answers for all.
      await answer(readId(page));
      return 'accept';
    });
    const lines = [video, video];
    const { quote } = (await host.call('quote', { lines })).structuredContent as { quote: string };
    const given = { lines, quote, request_id: randomUUID() };
    const made = await Promise.all(Array.from({ length: 5 }, () => host.call('batch', given)));
    expect(
      new Set(made.map(({ structuredContent }) => (structuredContent as { batch: string }).batch)).size,
    ).toBe(1);
    expect(made[0]?.structuredContent).toMatchObject({ left_credits: 4_400 });
    expect(await countMade()).toBe(2);
    await host.close();
  });
});

describe('a host of revision 2025-11-25', () => {
  it('that opens pages gets the error with the page, and its repeated call goes on', async () => {
    const host = await connectEarlier();
    const given = await prepare(host);
    const refused = await host.call('generate', given).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UrlElicitationRequiredError);
    const [open] = await listOpen();
    const url = `http://atelier.test/approvals/${open?.id}`;
    const message = 'This costs 300 credits, which the owner of the API key has to approve.';
    expect((refused as UrlElicitationRequiredError).elicitations).toEqual([
      { mode: 'url', elicitationId: open?.id, url, message },
    ]);
    await answer(open?.id ?? '');
    expect((await host.call('generate', given)).structuredContent).toMatchObject({ status: 'pending' });
    await answer((await ask(host)) ?? '', 'refuse');
    expect(readRefused(await host.call('generate', await prepare(host)))).toMatchObject([
      true,
      { code: 'approval_refused' },
    ]);
    await host.close();
  });

  async function ask(host: Host): Promise<string | undefined> {
    await host.call('generate', await prepare(host)).catch(() => undefined);
    return (await listOpen())[0]?.id;
  }

  it('needs no process that knows it', async () => {
    const host = await connectEarlier();
    const { sessionId = '' } = host.transport;
    expect(sessionId).not.toBe('');
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    const other = new EarlierTransport(new URL(`${impatient.url}/mcp`), { requestInit, sessionId });
    const client = new EarlierClient({ name: 'test', version: '1.0.0' }, { capabilities: opensPages });
    await client.connect(other);
    const given = await prepare(host);
    await expect(client.callTool({ name: 'generate', arguments: given })).rejects.toBeInstanceOf(
      UrlElicitationRequiredError,
    );
    await Promise.all([host.close(), client.close()]);
  });
});

describe('a host that opens no pages', () => {
  it.each([{}, { elicitation: {} }, { elicitation: { form: {} } }])(
    '%j gets the refusal with its page',
    async (capabilities) => {
      const hosts = [
        await connect(async () => 'accept', { capabilities }),
        await connectEarlier(capabilities),
      ];
      for (const host of hosts) {
        expect(readRefused(await host.call('generate', await prepare(host)))).toMatchObject([
          true,
          { code: 'approval_needed', cost: 300, approval: { url: expect.any(String) } },
        ]);
        await host.close();
      }
      expect(await listOpen()).toHaveLength(1);
    },
  );
});
