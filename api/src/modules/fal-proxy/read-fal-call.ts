import { AppError, maxVideoUploadBytes } from '@atelier/contract';

export const proxyPath = '/api/wan/fal/proxy';
/** Path in place of https://fal.run, of a request that waits for its result. */
export const runPath = '/api/wan/fal/run';

/** `app`: the part before `/requests`, that is owner and app, or the whole endpoint id. */
type OfRequest = { app: string; requestId: string };

/** A call of fal's queue API (docs/fal.md). */
export type FalCall =
  | { name: 'submit'; endpoint: string; webhookUrl: string | undefined }
  | { name: 'run'; endpoint: string }
  | { name: 'upload' }
  | ({ name: 'status' | 'stream'; hasLogs: boolean } & OfRequest)
  | ({ name: 'result' | 'cancel' } & OfRequest);

type Asked = {
  method: string;
  /** Path and query, as they were sent. */
  url: string;
  /** The header x-fal-target-url: the address that fal's client would have called without a proxy. */
  target: string | undefined;
};

const queue = 'https://queue.fal.run/';
const runs = 'https://fal.run/';
/** Only the characters of fal's ids and our own, so that no two URL parsers can read it differently. */
const plainPath = /^[\w-][\w.-]*(\/[\w-][\w.-]*)+$/;

/** Parses a call. Throws fal_call_refused or not_found. The target is only compared as text and never requested. */
export function readFalCall({ method, url, target }: Asked): FalCall {
  if (isUpload(target)) {
    if (method === 'POST' && url === proxyPath) return { name: 'upload' };
    throw refused('Uploads are initiated by POST');
  }
  const isRun = target === undefined ? isBelow(runPath, url) : target.startsWith(runs);
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(stripTarget(url, target)) ?? [];
  // The client appends a slash to an endpoint that was given as a full URL.
  const plain = path.replace(/\/$/, '');
  if (!plainPath.test(plain)) throw refused('This is not the address of a model or a request');
  if (isRun) return readRun(method, plain, query);
  const [app, requestId, ...more] = plain.split(/\/requests(?:\/|$)/);
  if (app === undefined || requestId === undefined) return readSubmit(method, plain, query);
  const [id = '', ...rest] = requestId.split('/');
  const call = more.length === 0 && reads[`${method} ${rest.join('/')}`];
  if (!call) throw unknownPath(plain);
  const parameters = readQuery(query, call === 'status' || call === 'stream' ? ['logs'] : []);
  const ofRequest = { app, requestId: id };
  if (call === 'result' || call === 'cancel') return { name: call, ...ofRequest };
  const { logs = '0' } = parameters;
  if (logs !== '0' && logs !== '1') throw refused('"logs" must be 0 or 1');
  return { name: call, hasLogs: logs === '1', ...ofRequest };
}

const uploads = 'https://rest.fal.ai/storage/upload/';

/** The initiation of an upload is the one call of fal's REST API that there is. */
export const isUpload = (target: string | undefined) =>
  target !== undefined &&
  /^initiate(\?|$)/.test(target.startsWith(uploads) ? target.slice(uploads.length) : '');

/** Names of calls by method and the path after the id. */
const reads: Readonly<Record<string, Exclude<FalCall['name'], 'submit' | 'run' | 'upload'>>> = {
  'GET ': 'result',
  'GET response': 'result',
  'GET status': 'status',
  'GET status/stream': 'stream',
  'PUT cancel': 'cancel',
};

function stripTarget(url: string, target: string | undefined): string {
  const base = [proxyPath, runPath].find((each) => isBelow(each, url)) ?? '';
  const own = url.slice(base.length);
  if (target === undefined) {
    if (!own.startsWith('/')) throw refused('The header x-fal-target-url is missing');
    // Generated clients encode the slashes of a parameter, and the ids of models have some.
    const [path = '', ...query] = own.slice(1).split('?');
    return [path.replace(/%2f/gi, '/'), ...query].join('?');
  }
  if (own !== '') throw refused('Give the target in the header x-fal-target-url or in the path, not in both');
  const host = [queue, runs].find((each) => target.startsWith(each));
  if (!host || base === runPath) throw refused(describeReplacement(target));
  return target.slice(host.length);
}

const isBelow = (base: string, url: string) =>
  url.startsWith(base) && /^($|[/?])/.test(url.slice(base.length));

function readRun(method: string, endpoint: string, query: string): FalCall {
  if (method !== 'POST') throw unknownPath(endpoint);
  readQuery(query, []);
  return { name: 'run', endpoint };
}

function readSubmit(method: string, endpoint: string, query: string): FalCall {
  if (method !== 'POST') throw unknownPath(endpoint);
  const { fal_webhook: webhookUrl } = readQuery(query, ['fal_webhook', 'fal_max_queue_length']);
  return { name: 'submit', endpoint, webhookUrl };
}

function readQuery(query: string, known: readonly string[]): Record<string, string> {
  const parameters = [...new URLSearchParams(query)];
  const names = parameters.map(([name]) => name);
  const foreign = names.find((name, place) => !known.includes(name) || names.indexOf(name) !== place);
  if (foreign !== undefined) throw refused(`The query parameter "${foreign.slice(0, 60)}" is not supported`);
  return Object.fromEntries(parameters);
}

/** Names the call to use instead of one of the client's that is not supported. */
function describeReplacement(target: string): string {
  if (target.startsWith('https://rest.fal.ai/storage/upload/initiate-multipart'))
    return `Files of more than ${maxVideoUploadBytes / 1_048_576} MB are not taken`;
  if (target.startsWith('https://rest.fal.ai/storage/'))
    return 'Only fal.storage.upload() is offered; or send files to POST /api/upload-image-wan-i2v, /api/upload-video or /api/upload-audio and pass on the address';
  if (target.startsWith('https://rest.fal.ai/tokens/'))
    return 'No tokens are given out: the connection mode "client" is not offered';
  return `Only ${queue} and ${runs} can be called through this proxy`;
}

function refused(sentence: string): AppError {
  return new AppError('fal_call_refused', { message: `Invalid request: ${sentence}` });
}

function unknownPath(path: string): AppError {
  return new AppError('not_found', { message: `Path /${path} not found` });
}
