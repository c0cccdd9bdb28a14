import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isErrorCode } from '@atelier/contract';
import { startTestCheckout } from '@atelier/dev-stack';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, describe, expect, it } from 'vitest';
import { createKey } from '../../testing/api-key.ts';
import {
  type Actor,
  type FuzzRequest,
  makeRequest,
  type Operation,
} from '../../testing/fuzz/make-request.ts';
import { createRandom } from '../../testing/fuzz/random.ts';
import type { JsonSchema } from '../../testing/fuzz/sample-schema.ts';
import { inLanes } from '../../testing/in-lanes.ts';
import { providerSettings, startProvider } from '../../testing/sign-in.ts';
import { publicUrl, startTestApi } from '../../testing/start-test-api.ts';
import {
  submitAudio,
  submitImage,
  submitQuestion,
  submitVideo,
  uploadImage,
  uploadVideo,
} from '../../testing/submissions.ts';

/** FUZZ_SEED and FUZZ_REQUESTS look further than a run of all tests has time for. */
const seed = Number(process.env.FUZZ_SEED ?? 20_260_301);
const isRedis = process.env.TEST_QUEUE_BACKEND === 'redis';
// The queue's store changes little of what a request meets.
const requestCount = Number(process.env.FUZZ_REQUESTS ?? (isRedis ? 500 : 5_000));
const roundSize = 500;
const maxAnswerMs = 10_000;

const provider = await startProvider();
const checkout = await startTestCheckout({ webhookUrl: 'http://127.0.0.1:9' });
const api = await startTestApi({
  settings: {
    ...providerSettings(provider),
    STRIPE_SECRET_KEY: checkout.secretKey,
    STRIPE_WEBHOOK_SECRET: checkout.webhookSecret,
    STRIPE_BASE_URL: checkout.url,
    WEBHOOK_SIGNING_KEY: Buffer.alloc(32, 7).toString('base64'),
  },
});
afterAll(async () => {
  agent.destroy();
  await api.close();
  await checkout.close();
  await provider.close();
});

type Document = {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  components: { schemas: Record<string, JsonSchema> };
};

const document = (await api.browser().get('/api/openapi.json')).body as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    path,
  })),
);

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, 'document');
const validators = new Map<string, ValidateFunction>();

function toValidator(path: string, method: string, status: number | string): ValidateFunction {
  const reply = document.paths[path]?.[method.toLowerCase()]?.responses[status];
  const own = `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}`;
  const pointer = `${reply?.$ref?.slice(1) ?? own}/content/application~1json/schema`;
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: encodeURI(`document#${pointer}`) });
  validators.set(pointer, validate);
  return validate;
}

/** Connections are kept, as those of a client are. */
const agent = new Agent({ keepAlive: true });

type Answer = { status: number; headers: Record<string, unknown>; text: string };

/** New accounts, because some requests end sessions, lock accounts or close them. */
async function prepareRound() {
  const [user, leaver, stranger] = [await api.user(), await api.user(), await api.user()];
  const operator = await api.user({ email: 'ops@atelier.test' });
  const { key, id: keyId } = (await createKey(user)) as { key: string; id: string };
  const picture = await uploadImage(user);
  const own = [
    await submitVideo(user),
    (await submitImage(user)).id,
    await submitQuestion(user, 'What is this?', picture),
    await submitAudio(user),
  ];
  const { purchase_id: purchaseId } = (await user.post('/api/checkout', { pack: 'starter' })).body as {
    purchase_id: string;
  };
  const ids = [
    ...own,
    ...own,
    purchaseId,
    await submitVideo(stranger),
    stranger.userId,
    leaver.userId,
    keyId,
  ];
  const actors: Actor[] = [
    { name: 'user', headers: { cookie: user.cookieHeader() } },
    { name: 'leaver', headers: { cookie: leaver.cookieHeader() } },
    { name: 'operator', headers: { cookie: operator.cookieHeader() } },
    { name: 'API key', headers: { authorization: `Key ${key}` } },
    { name: 'anonymous', headers: {} },
    { name: 'strange cookie', headers: { cookie: 'sid=%00; sid=x; =; signed-in' } },
    { name: 'strange key', headers: { authorization: `Bearer ${key.slice(0, -1)}` } },
  ];
  return { actors, ids, addresses: [picture, picture, await uploadVideo(user), await uploadImage(stranger)] };
}

async function send({ method, url, headers, body }: FuzzRequest): Promise<Answer> {
  const { hostname, port } = new URL(api.url);
  const length = { 'content-length': String(body?.length ?? 0) };
  const request = httpRequest({
    hostname,
    port,
    method,
    path: url,
    headers: { ...headers, ...length },
    agent,
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const text = (await buffer(response)).toString();
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** A stack trace, one of our paths or a statement. */
const leak = /\n\s+at .+:\d+:\d+|node_modules|[\w-]+\.ts:\d+|select .+ from |syntax error at or near/i;

/** Returns the problem of an answer, or undefined when it has none. */
function findProblem(
  { operation, method }: FuzzRequest,
  { status, headers, text }: Answer,
): string | undefined {
  // 501 is what oEmbed asks for where a format is not supported.
  if (status >= 500 && status !== 501) return `status ${status}`;
  if (leak.test(text)) return 'an answer that shows our code';
  const isJson = String(headers['content-type'] ?? '').includes('json');
  if (method === 'HEAD' || (text === '' && status < 400)) return undefined;
  if (status >= 400) {
    if (!isJson || !isEnvelope(JSON.parse(text))) return 'a refusal without envelope';
    if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(String(headers['retry-after'])))
      return `status ${status} without Retry-After`;
    if (method !== operation.method) return undefined;
    const described = operation.responses[status] ? status : 'default';
    const validate = toValidator(operation.path, method, described);
    return validate(JSON.parse(text)) ? undefined : ajv.errorsText(validate.errors);
  }
  if (status >= 300 || !isJson || method !== operation.method) return undefined;
  if (!operation.responses[status]) return `status ${status}, which is not described`;
  const validate = toValidator(operation.path, method, status);
  return validate(JSON.parse(text)) ? undefined : ajv.errorsText(validate.errors);
}

function isEnvelope(body: Record<string, unknown>): boolean {
  const { success, error, message, code, trace_id: traceId } = body;
  const isWhole = success === false && error === message && typeof message === 'string' && message !== '';
  // How a cancelled generation is reported to fal's client, which knows it as an error.
  const isKnown = code === 'cancelled' || (typeof code === 'string' && isErrorCode(code));
  return isWhole && typeof traceId === 'string' && isKnown;
}

async function describeProblem(request: FuzzRequest): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, maxAnswerMs, `no answer in ${maxAnswerMs} ms`);
  });
  const answered = send(request).then((answer) => {
    const problem = findProblem(request, answer);
    return problem && `${problem}: ${answer.status} ${answer.text.slice(0, 600)}`;
  });
  const problem = await Promise.race([answered, late]).catch((error: Error) => `no answer: ${error.message}`);
  clearTimeout(timer);
  return problem && describeRequest(request, problem);
}

function describeRequest({ actor, method, url, headers, body }: FuzzRequest, problem: string): string {
  const cut = (text: string) => (text.length > 400 ? `${text.slice(0, 400)}…` : text);
  const shown = cut(JSON.stringify(headers)) + cut(JSON.stringify(String(body ?? '')));
  return `${actor}: ${method} ${url} ${shown}\n  → ${problem}`;
}

const words = {
  owner: ['fal-ai'],
  app: ['wan-t2v', 'wan-i2v', 'janus'],
  filename: ['a.png', 'a.mp4'],
  contentType: ['image/png', 'video/mp4'],
};

describe('every endpoint of the description', () => {
  it(`answers ${requestCount} requests of any kind in order (seed ${seed})`, {
    tags: 'random',
    timeout: 300_000,
  }, async () => {
    const problems: string[] = [];
    for (let first = 0; first < requestCount; first += roundSize) {
      const { actors, ids, addresses } = await prepareRound();
      const indexes = Array.from(
        { length: Math.min(roundSize, requestCount - first) },
        (_, at) => first + at,
      );
      await inLanes(indexes, async (index) => {
        // Each request has its own numbers, so that it stays the same whatever the others do.
        const random = createRandom(seed + index * 7_919);
        const resolve = (reference: string) =>
          document.components.schemas[reference.split('/').at(-1) ?? ''] ?? {};
        const sampler = { random, resolve, ids, addresses, words };
        const request = makeRequest({ operations, actors, origin: publicUrl, sampler });
        const problem = await describeProblem(request);
        if (problem) problems.push(`no. ${index}, ${problem}`);
      });
    }
    expect(problems.slice(0, 5), `${problems.length} problems; repeat with FUZZ_SEED=${seed}`).toEqual([]);
    await api.store.expectWholeLedger();
  });
});
