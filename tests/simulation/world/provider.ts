// fal: accepts or refuses, works, and reports the end by webhooks that come late, twice, early or never.

import { createPublicKey } from 'node:crypto';
import { AppError } from '@atelier/contract';
import { createWebhookSigner, type Verdict } from '@atelier/fal';
import type { Choices } from '../choices.ts';
import type { Scheduler, SimulatedProcess } from '../scheduler.ts';
import type { Download } from './guarded-get.ts';
import { describeEnd, type ProviderRequest, readResult, readStatus } from './provider-answers.ts';
import { type CurrentSickness, loseAnswer, refuseSubmission, type SubmissionAnswer } from './sickness.ts';

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

type ProviderOptions = {
  scheduler: Scheduler;
  choices: Choices;
  findSickness: CurrentSickness;
  deliver: (webhook: Webhook) => void;
  /** Called with each submission that a process sends. */
  onSubmission: (submission: Pick<ProviderRequest, 'generationId' | 'attempt'>) => void;
};

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

  /** fal as the process sees it. `onVerdict` is called with answers about our account to other calls than submissions. */
  clientOf(process: SimulatedProcess, onVerdict: (verdict: Verdict) => void) {
    const call = <T>(label: string, perform: () => T) => this.#call(process, label, perform, onVerdict);
    const find = ({ requestId }: Asked) => this.#requests.get(requestId);
    return {
      submit: (submission: Submission) => this.#submit(process, submission),
      status: (asked: Asked) => call('status', () => readStatus(find(asked))),
      result: (asked: Asked) => call('result', () => readResult(find(asked))),
      cancel: (asked: Asked) => call('cancel', () => this.#cancel(find(asked))),
      isAlive: () =>
        this.#call(process, 'status', () => true).catch((error: unknown) => {
          if (error instanceof AppError) return false;
          throw error;
        }),
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
  #call<T>(
    process: SimulatedProcess,
    label: string,
    perform: () => T,
    onVerdict?: (verdict: Verdict) => void,
  ): Promise<T> {
    const { scheduler, findSickness } = this.#options;
    let refused: Verdict | undefined;
    const answer = () => {
      const sickness = findSickness();
      if (this.#isDown || sickness === 'unreachable') throw unavailable();
      if (sickness === 'wrong key' && label !== 'download') {
        refused = { subject: 'account', code: 'key_refused', detail: 'HTTP 401' };
        throw unavailable();
      }
      return perform();
    };
    const called = scheduler.step(process, { kind: 'provider', label: `fal ${label}` }, answer, unavailable);
    return called.catch((error: unknown) => {
      if (refused && error instanceof AppError) onVerdict?.(refused);
      throw error;
    });
  }

  async #submit(process: SimulatedProcess, submission: Submission): Promise<SubmissionAnswer> {
    const { scheduler } = this.#options;
    const answer = () => this.#answerSubmission(submission);
    try {
      return await scheduler.step(process, { kind: 'provider', label: 'fal submit' }, answer, unavailable);
    } catch (error) {
      // Loses the answer as a reset connection does: the submission may have been accepted.
      if (error instanceof AppError) return loseAnswer('ECONNRESET');
      throw error;
    }
  }

  #answerSubmission(submission: Submission): SubmissionAnswer {
    const { choices, findSickness, onSubmission } = this.#options;
    onSubmission(readAttempt(new URL(submission.webhookUrl)));
    const sickness = this.#isDown ? 'unreachable' : findSickness(submission.endpoint);
    const refusal = refuseSubmission(sickness);
    if (refusal) {
      // Busy, and yet it takes the work: the refusal counts.
      if (sickness === 'busy model' && choices.below(4) === 3) this.#accept(submission, true);
      return refusal;
    }
    if (sickness === 'silent') {
      if (choices.below(2) === 1) this.#accept(submission);
      return loseAnswer('HTTP 504');
    }
    const roll = choices.below(100);
    if (roll > 95)
      return { outcome: 'held', verdict: { subject: 'model', code: 'busy', detail: 'HTTP 429' } };
    if (roll > 92) return { outcome: 'refused', failure: { code: 'provider_rejected', detail: 'no' } };
    return { outcome: 'accepted', requestId: this.#accept(submission).id, queuePosition: 0 };
  }

  #accept({ endpoint, input, webhookUrl: address }: Submission, isDenied = false): ProviderRequest {
    const { scheduler, choices } = this.#options;
    const roll = choices.below(100);
    const webhookUrl = new URL(address);
    const request: ProviderRequest = {
      id: `request-${this.#requests.size + 1}`,
      ...readAttempt(webhookUrl),
      endpoint,
      webhookUrl,
      state: 'queued',
      images: Number(input.num_images ?? 1),
      isDenied,
      outcome: roll > 91 ? 'error' : roll > 86 ? 'nothing' : roll > 60 ? 'part' : 'ok',
      endedAtMs: undefined,
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
    const { scheduler, choices, deliver, findSickness } = this.#options;
    if (request.state === 'gone') return;
    request.state = 'done';
    request.endedAtMs = scheduler.nowMs();
    const sickness = findSickness(request.endpoint);
    if (sickness === 'crashing model') request.outcome = 'crash';
    if (sickness === 'locked at the end') request.outcome = 'account';
    scheduler.note(`         fal ends ${request.id} as ${request.outcome}`);
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
    const body = Buffer.from(JSON.stringify(describeEnd(request)));
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

function readAttempt({ searchParams }: URL): Pick<ProviderRequest, 'generationId' | 'attempt'> {
  return { generationId: searchParams.get('g') ?? '', attempt: Number(searchParams.get('a')) };
}
