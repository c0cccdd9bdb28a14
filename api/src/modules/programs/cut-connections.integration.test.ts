import { randomBytes, randomUUID } from 'node:crypto';
import { request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { QuoteReply } from '@atelier/contract';
import { createTimeShare } from '@atelier/dev-stack/test-sets';
import { afterAll, afterEach, expect, it } from 'vitest';
import { createKey } from '../../testing/api-key.ts';
import { createRandom, type Random } from '../../testing/fuzz/random.ts';
import { startTestApi } from '../../testing/start-test-api.ts';

const api = await startTestApi({
  settings: { WEBHOOK_SIGNING_KEY: randomBytes(32).toString('base64'), RUN_WAIT_SECONDS: '0.1' },
});
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const { pool } = api.store.owner;
const { hostname, port } = new URL(api.url);

type Call = { path: string; headers: Record<string, string>; body: object };
type Reply = { status: number; text: string };
type Line = { kind: string; input: { prompt: string } };
/** A call that can be repeated. `readIds` has the generations of a reply; undefined when it is to be asked again. */
type Wish = { call: Call; lines: Line[]; readIds: (reply: Reply) => string[] | undefined };

const points = ['in the body', 'after the body', 'before the reply', 'in the reply'] as const;
type Point = (typeof points)[number];
/** `share` of the body that is sent, `waitMs` until the connection is cut. */
type Cut = { point: Point; share: number; waitMs: number };

function start({ path, headers, body }: Call) {
  const bytes = Buffer.from(JSON.stringify(body));
  const sent = sendRequest({
    hostname,
    port,
    path,
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.length },
  });
  return { sent, bytes };
}

async function send(call: Call): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const { sent, bytes } = start(call);
  sent.on('error', reject);
  sent.on('response', (reply) => {
    text(reply).then((body) => resolve({ status: reply.statusCode ?? 0, text: body }), reject);
  });
  sent.end(bytes);
  return promise;
}

/** Resolves to where the connection was cut: a reply may come before. */
function cut(call: Call, { point, share, waitMs }: Cut): Promise<Point> {
  const { promise, resolve } = Promise.withResolvers<Point>();
  const { sent, bytes } = start(call);
  const end = (at: Point) => {
    sent.destroy();
    resolve(at);
  };
  // It is reset on purpose.
  sent.on('error', () => resolve(point));
  sent.on('response', () => end('in the reply'));
  if (point === 'in the body') {
    sent.write(bytes.subarray(0, Math.max(1, Math.floor(share * bytes.length))), () => end(point));
    return promise;
  }
  sent.end(bytes, () => {
    if (point === 'after the body') end(point);
    if (point === 'before the reply') setTimeout(() => end(point), waitMs);
  });
  return promise;
}

type Program = { userId: string; authorization: string };

async function createProgram(): Promise<Program> {
  const user = await api.user({ credits: 1_000_000 });
  const { key } = await createKey(user);
  return { userId: user.userId, authorization: `Bearer ${key}` };
}

let made = 0;
function makeLine(): Line {
  made += 1;
  return { kind: 'flux-schnell', input: { prompt: `Wish ${made}` } };
}

const readId = ({ status, text: body }: Reply): string[] | undefined =>
  status === 409 ? undefined : [JSON.parse(body).id];

/** A run is still waited for, and its reply names it. */
function readRun({ status, text: body }: Reply): string[] | undefined {
  if (status === 409) return undefined;
  const [id] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(body) ?? [];
  return [`${status === 504 ? '' : body}${id}`];
}

function readTool({ text: body }: Reply): string[] | undefined {
  const { id, generations, refused } = JSON.parse(body).result.structuredContent;
  if (refused?.code === 'in_progress') return undefined;
  return generations ?? [id ?? body];
}

async function callTool(
  { authorization }: Program,
  name: string,
  given: { lines: Line[] } | Line,
): Promise<Call> {
  const priced = await send({ path: '/api/quotes', headers: { authorization }, body: given });
  const { quote } = JSON.parse(priced.text) as QuoteReply;
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name, arguments: { ...given, quote, request_id: randomUUID() }, _meta: meta };
  return {
    path: '/mcp',
    headers: {
      authorization,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  };
}

const doors: Record<string, (program: Program) => Wish | Promise<Wish>> = {
  'the call for every kind': ({ authorization }) => {
    const line = makeLine();
    const body = { ...line, request_id: randomUUID() };
    return {
      call: { path: '/api/generations', headers: { authorization }, body },
      lines: [line],
      readIds: readId,
    };
  },
  'the same with a header': ({ authorization }) => {
    const line = makeLine();
    const headers = { authorization, 'idempotency-key': randomUUID() };
    return { call: { path: '/api/generations', headers, body: line }, lines: [line], readIds: readId };
  },
  'a batch': ({ authorization }) => {
    const lines = [makeLine(), makeLine(), makeLine()];
    const body = { lines, request_id: randomUUID() };
    const readIds = ({ status, text: reply }: Reply) =>
      status === 409 ? undefined : (JSON.parse(reply).generations as string[]);
    return { call: { path: '/api/batches', headers: { authorization }, body }, lines, readIds };
  },
  'the queue of fal': ({ authorization }) => {
    const line = makeLine();
    const headers = { authorization, 'idempotency-key': randomUUID() };
    const readIds = ({ status, text: reply }: Reply) =>
      status === 409 ? undefined : [JSON.parse(reply).request_id as string];
    const path = '/api/wan/fal/proxy/fal-ai/flux/schnell';
    return { call: { path, headers, body: line.input }, lines: [line], readIds };
  },
  'a direct run of fal': ({ authorization }) => {
    const line = makeLine();
    const headers = { authorization, 'idempotency-key': randomUUID() };
    const path = '/api/wan/fal/run/fal-ai/flux/schnell';
    return { call: { path, headers, body: line.input }, lines: [line], readIds: readRun };
  },
  'OpenAI’s call': ({ authorization }) => {
    const line = makeLine();
    const headers = { authorization, 'idempotency-key': randomUUID() };
    const body = { model: line.kind, ...line.input };
    return { call: { path: '/v1/images/generations', headers, body }, lines: [line], readIds: readRun };
  },
  'a tool for one': async (program) => {
    const line = makeLine();
    return { call: await callTool(program, 'generate', line), lines: [line], readIds: readTool };
  },
  'a tool for several': async (program) => {
    const lines = [makeLine(), makeLine()];
    return { call: await callTool(program, 'batch', { lines }), lines, readIds: readTool };
  },
};

const makeCut = (random: Random): Cut => ({
  point: random.pick(points),
  share: random.next(),
  waitMs: random.upTo(30),
});

/** Draws beforehand, so that wishes that are made at once change nothing of each other. */
function makePlan(random: Random, programs: readonly Program[]) {
  return {
    program: random.pick(programs),
    door: random.pick(Object.keys(doors)),
    first: makeCut(random),
    repeats: Array.from({ length: random.upTo(3) }, () => makeCut(random)),
    isAtOnce: random.chance(0.5),
    answered: 1 + random.upTo(2),
  };
}
type Plan = ReturnType<typeof makePlan>;

type Tally = { cuts: Map<Point, number>; repeats: number };

/** Makes a call whose connection is cut, repeats it until it is answered, and returns its generations. */
async function pursue(plan: Plan, tally: Tally): Promise<{ lines: Line[]; ids: string[] }> {
  const { call, lines, readIds } = await (doors[plan.door] as (typeof doors)[string])(plan.program);
  const cutOnce = async (given: Cut) => {
    const at = await cut(call, given);
    tally.cuts.set(at, (tally.cuts.get(at) ?? 0) + 1);
  };
  const ask = async (): Promise<string[]> => {
    for (;;) {
      tally.repeats += 1;
      const reply = await send(call);
      const ids = readIds(reply);
      expect(ids?.length ?? lines.length, `${plan.door}: ${reply.text}`).toBe(lines.length);
      if (ids) return ids;
    }
  };
  await cutOnce(plan.first);
  tally.repeats += plan.repeats.length;
  const again = plan.repeats.map((each) => () => cutOnce(each));
  if (!plan.isAtOnce) for (const each of again) await each();
  const parallel = plan.isAtOnce ? again.map((each) => each()) : [];
  const answers = await Promise.all(Array.from({ length: plan.answered }, ask));
  await Promise.all(parallel);
  for (const ids of answers) expect(ids, plan.door).toEqual(answers[0]);
  return { lines, ids: answers[0] ?? [] };
}

it('of ten thousand repetitions of calls that were cut off each makes one job, paid once', {
  tags: 'random',
  timeout: 1_200_000,
}, async () => {
  const random = createRandom(42);
  const tally: Tally = { cuts: new Map(), repeats: 0 };
  const programs = await Promise.all(Array.from({ length: 6 }, createProgram));
  const userIds = programs.map(({ userId }) => userId);
  const wishes: Awaited<ReturnType<typeof pursue>>[] = [];
  const hasTime = createTimeShare(3);
  while (tally.repeats < 10_000 && (tally.repeats < 500 || hasTime())) {
    const round = Array.from({ length: 24 }, () => pursue(makePlan(random, programs), tally));
    wishes.push(...(await Promise.all(round)));
  }
  const { cuts, repeats } = tally;
  const asked = wishes.flatMap(({ lines }) => lines);
  const ids = wishes.flatMap((wish) => wish.ids);
  const prompts = asked.map(({ input }) => input.prompt);
  console.info(
    `${wishes.length} calls, ${repeats} repetitions, ${ids.length} generations; cut ${JSON.stringify(Object.fromEntries(cuts))}`,
  );
  for (const point of points) expect(cuts.get(point), point).toBeGreaterThan(0.03 * repeats);
  expect(new Set(ids).size).toBe(prompts.length);
  const { rows } = await pool.query<{ id: string; prompt: string; reserves: number }>(
    `select g.id, g.prompt, count(e.id)::int as reserves
       from generation g left join ledger_entry e on e.generation_id = g.id and e.kind = 'reserve'
      where g.user_id = any ($1) group by g.id`,
    [userIds],
  );
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(rows.map(({ prompt }) => prompt).toSorted()).toEqual(prompts.toSorted());
  expect(new Set(rows.map(({ reserves }) => reserves))).toEqual(new Set([1]));
  const spending = await pool.query<{ spent: number; held: number }>(
    `select sum(k.spent)::int as spent, sum(a.held)::int as held
       from api_key k join credit_account a on a.user_id = k.user_id
      where k.user_id = any ($1)`,
    [userIds],
  );
  expect(spending.rows).toEqual([{ spent: 20 * ids.length, held: 20 * ids.length }]);
});
