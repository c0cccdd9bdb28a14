import { AppError } from '@atelier/contract';
import { parseEndpointId } from '@fal-ai/client';
import { type FalOptions, resolveFalUrl } from './connection.ts';
import { type FalProgress, readProgress } from './read-progress.ts';
import { readVerdict } from './verdicts.ts';

/**
 * fal's status stream, one progress per event, until fal or `signal` ends it. Not through the client: its stream object
 * wakes up every 16 ms, never ends when it is aborted, and turns a broken connection into a rejection that cannot be
 * caught, which ends the process.
 * Throws AppError provider_unavailable when the stream cannot be opened or breaks.
 */
export async function* followStatus(
  options: FalOptions,
  request: { endpoint: string; requestId: string },
  signal: AbortSignal,
): AsyncGenerator<FalProgress> {
  try {
    for await (const event of readEvents(await openStream(options, request, signal))) {
      yield readProgress(event);
    }
  } catch (error) {
    if (signal.aborted) return;
    throw new AppError('provider_unavailable', { cause: error });
  }
}

async function openStream(
  { key, baseUrl }: FalOptions,
  { endpoint, requestId }: { endpoint: string; requestId: string },
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const { namespace, owner, alias } = parseEndpointId(endpoint);
  const app = [namespace, owner, alias].filter(Boolean).join('/');
  const url = `https://queue.fal.run/${app}/requests/${requestId}/status/stream?logs=1`;
  const response = await fetch(resolveFalUrl(url, baseUrl), {
    redirect: 'error',
    signal,
    headers: { authorization: `Key ${key}`, accept: 'text/event-stream' },
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (response.ok && isStream && response.body) return response.body;
  await response.body?.cancel();
  throw new Error(`The status stream answered ${response.status}`);
}

/** The JSON of each event. Events may arrive in any number of chunks; comments and event names are ignored. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  let data: string[] = [];
  for await (const line of readLines(body)) {
    if (line.startsWith('data:')) data.push(line.slice('data:'.length).trimStart());
    else if (line === '' && data.length > 0) {
      yield JSON.parse(data.join('\n'));
      data = [];
    }
  }
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
}

/** Any app: fal looks up the request before the model. */
const app = 'https://queue.fal.run/fal-ai/flux';

/**
 * Asks fal, once, for the status of a request that does not exist. Not through the client, which repeats the call for half
 * a minute while fal does not answer. Returns whether fal answers and takes our key; a call that fails is the answer "no".
 */
export async function isAlive({ key, baseUrl, timeoutMs }: FalOptions): Promise<boolean> {
  try {
    const response = await fetch(resolveFalUrl(`${app}/requests/${crypto.randomUUID()}/status`, baseUrl), {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { authorization: `Key ${key}`, accept: 'application/json' },
    });
    const text = await response.text();
    return response.status < 500 && !readVerdict('follow', { status: response.status, body: parse(text) });
  } catch {
    return false;
  }
}

/** A gateway's page is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
