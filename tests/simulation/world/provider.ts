// fal: accepts or refuses, works, and reports the end by webhooks that come late, twice, early or never.

import { createPublicKey } from 'node:crypto';
import { AppError } from '@atelier/contract';
import { createWebhookSigner } from '@atelier/fal';
import type { Choices } from '../choices.ts';
import type { Scheduler, SimulatedProcess } from '../scheduler.ts';
import type { Download } from './guarded-get.ts';

export type ProviderRequest = {
  id: string;
  generationId: string;
  attempt: number;
  webhookUrl: URL;
  state: 'queued' | 'running' | 'done' | 'gone';
  images: number;
  outcome: 'ok' | 'part' | 'nothing' | 'error';
};

export type Webhook = {
  query: Record<string, string>;
  headers: Record<string, string>;
  body: Buffer;
};

type Submission = { endpoint: string; input: Record<string, unknown>; webhookUrl: string };
type Asked = { requestId: string };

const signer = createWebhookSigner({ key: Buffer.alloc(32, 7) });
const publicKeys = signer.keySet.keys.map((key) => createPublicKey({ key: { ...key }, format: 'jwk' }));
/** The public half of the key that signs the simulated webhooks. */
export const webhookKeys = { current: async () => publicKeys, refresh: async () => publicKeys };

type ProviderOptions = { scheduler: Scheduler; choices: Choices; deliver: (webhook: Webhook) => void };

const unavailable = () => new AppError('provider_unavailable', { cause: new Error('no answer') });

export class SimulatedProvider {
  readonly #options: ProviderOptions;
  readonly #requests = new Map<string, ProviderRequest>();
  #isDown = false;

  constructor(options: ProviderOptions) {
    this.#options = options;
  }

  requests(): ProviderRequest[] {
    return [...this.#requests.values()];
  }

  setDown(isDown: boolean): void {
    this.#options.scheduler.note(`         fal is ${isDown ? 'down' : 'up'}`);
    this.#isDown = isDown;
  }

  /** fal as the process sees it. */
  clientOf(process: SimulatedProcess) {
    const call = <T>(label: string, perform: () => T) => this.#call(process, label, perform);
    const find = ({ requestId }: Asked) => this.#requests.get(requestId);
    return {
      submit: (submission: Submission) => this.#submit(process, submission),
      status: (asked: Asked) => call('status', () => readStatus(find(asked))),
      result: (asked: Asked) =>
        call('result', () => {
          const request = find(asked);
          if (request && request.outcome !== 'error') return { ok: true, result: readResult(request) };
          return { ok: false, failure: { code: 'provider_failed', detail: 'failed' }, body: {} };
        }),
      cancel: (asked: Asked) => call('cancel', () => this.#cancel(find(asked))),
    };
  }

  download(process: SimulatedProcess, url: string): Promise<Download> {
    const drawn = this.#options.choices.below(100);
    const statusCode = drawn > 97 ? 404 : drawn > 94 ? 503 : 200;
    const breaksOff = drawn > 91 && statusCode === 200;
    return this.#call(process, 'download', () => ({ statusCode, content: Buffer.from(url), breaksOff }));
  }

  /** A webhook with a valid signature of fal for another of its users' requests, who knows no token. */
  forgedWebhook(request: ProviderRequest): Webhook {
    const forged = { ...request, id: `${request.id}-forged`, outcome: 'error' as const };
    return this.#webhookOf(forged, 'a token that no one was given');
  }

  /** A call of a process and its answer, either of which may be lost. */
  #call<T>(process: SimulatedProcess, label: string, perform: () => T): Promise<T> {
    const answer = () => {
      if (this.#isDown) throw unavailable();
      return perform();
    };
    return this.#options.scheduler.step(
      process,
      { kind: 'provider', label: `fal ${label}` },
      answer,
      unavailable,
    );
  }

  async #submit(process: SimulatedProcess, submission: Submission) {
    const { scheduler, choices } = this.#options;
    const answer = () => {
      if (this.#isDown) return { outcome: 'busy', detail: 'ECONNREFUSED' };
      const roll = choices.below(100);
      if (roll > 95) return { outcome: 'busy', detail: 'HTTP 429' };
      if (roll > 92) return { outcome: 'refused', failure: { code: 'provider_rejected', detail: 'no' } };
      const { id: requestId } = this.#accept(submission);
      return { outcome: 'accepted', requestId, queuePosition: 0 };
    };
    try {
      return await scheduler.step(process, { kind: 'provider', label: 'fal submit' }, answer, unavailable);
    } catch (error) {
      // As after a connection that was reset: it may have been accepted.
      if (error instanceof AppError) return { outcome: 'unknown', detail: 'ECONNRESET' };
      throw error;
    }
  }

  #accept({ input, webhookUrl: address }: Submission): ProviderRequest {
    const { scheduler, choices } = this.#options;
    const roll = choices.below(100);
    const webhookUrl = new URL(address);
    const request: ProviderRequest = {
      id: `request-${this.#requests.size + 1}`,
      generationId: webhookUrl.searchParams.get('g') ?? '',
      attempt: Number(webhookUrl.searchParams.get('a')),
      webhookUrl,
      state: 'queued',
      images: Number(input.num_images ?? 1),
      outcome: roll > 91 ? 'error' : roll > 86 ? 'nothing' : roll > 60 ? 'part' : 'ok',
    };
    this.#requests.set(request.id, request);
    scheduler.note(
      `         fal accepts ${request.id}, attempt ${request.attempt}, which will be ${request.outcome}`,
    );
    scheduler.at(choices.below(2_000), () => {
      if (request.state === 'queued') request.state = 'running';
    });
    scheduler.at(durationMs(choices), () => this.#finish(request));
    return request;
  }

  #finish(request: ProviderRequest): void {
    const { scheduler, choices, deliver } = this.#options;
    if (request.state === 'gone') return;
    request.state = 'done';
    scheduler.note(`         fal ends ${request.id}`);
    const roll = choices.below(100);
    const times = roll > 85 ? 0 : roll > 75 ? 3 : roll > 55 ? 2 : 1;
    for (let count = 0; count < times; count += 1) {
      const drawn = choices.next();
      const delayMs = Math.floor(drawn / 10) % (drawn % 10 > 8 ? 120_000 : 900);
      scheduler.at(delayMs, () => deliver(this.#webhookOf(request)));
    }
  }

  /** Cancels a request; a running one may still deliver. */
  #cancel(request: ProviderRequest | undefined): 'accepted' | 'too_late' | 'missing' {
    if (!request || request.state === 'gone') return 'missing';
    if (request.state === 'done') return 'too_late';
    if (request.state === 'queued' || this.#options.choices.below(2) === 1) request.state = 'gone';
    return 'accepted';
  }

  #webhookOf(request: ProviderRequest, token?: string): Webhook {
    const query = Object.fromEntries(request.webhookUrl.searchParams);
    const hasFailed = request.outcome === 'error';
    const content = {
      request_id: request.id,
      status: hasFailed ? 'ERROR' : 'OK',
      payload: hasFailed ? { detail: 'The model failed' } : readResult(request),
      error: hasFailed ? 'failed' : null,
    };
    const body = Buffer.from(JSON.stringify(content));
    const nowMs = this.#options.scheduler.nowMs();
    const headers = signer.headersFor({ requestId: request.id, userId: 'fal-user', body, nowMs });
    return { query: token === undefined ? query : { ...query, t: token }, headers, body };
  }
}

function durationMs(choices: Choices): number {
  const drawn = choices.next();
  const part = Math.floor(drawn / 100);
  if (drawn % 100 > 97) return 3_600_000;
  return drawn % 100 > 90 ? 10_000 + (part % 90_000) : 100 + (part % 6_000);
}

function readStatus(request: ProviderRequest | undefined) {
  if (!request || request.state === 'gone') return undefined;
  if (request.state === 'queued') return { state: 'queued', queuePosition: 0 };
  return request.state === 'done' ? { state: 'done' } : { state: 'running', percent: 40 };
}

function readResult({ id, images, outcome }: ProviderRequest): Record<string, unknown> {
  const positions = Array.from({ length: outcome === 'nothing' ? 0 : images }, (_, index) => index);
  const url = (index: number) => `https://v3.fal.media/files/${id}/${index}.png`;
  return {
    images: positions.map((index) => ({ url: url(index), content_type: 'image/png' })),
    // A flagged image is not delivered.
    has_nsfw_concepts: positions.map((index) => outcome === 'part' && index === positions.length - 1),
  };
}
