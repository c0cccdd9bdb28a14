import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestEmulator, type TestEmulator } from './testing/start-test-emulator.ts';

const schnell = 'fal-ai/flux/schnell';
let test: TestEmulator;

beforeAll(async () => {
  test = await startTestEmulator({ concurrency: 2 });
});
afterAll(() => test.close());
beforeEach(() => test.emulator.control.reset());

const get = async (path: string) => (await fetch(`${test.emulator.url}/_control/${path}`)).json();
const post = async (path: string, body?: unknown) => {
  const headers = { 'content-type': 'application/json' };
  return (
    await fetch(`${test.emulator.url}/_control/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
  ).json();
};

/** Pipelines its requests over one connection: a client that keeps each of them apart costs more than the emulator. */
async function submitMany(url: string, total: number): Promise<void> {
  const { host, hostname, port } = new URL(url);
  const body = '{"prompt":"Many"}';
  const head = [
    `POST /queue.fal.run/${schnell} HTTP/1.1`,
    `host: ${host}`,
    'authorization: Key t',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ];
  const request = `${head.join('\r\n')}\r\n\r\n${body}`;
  const atOnce = 50;
  const socket = connect(Number(port), hostname);
  try {
    let sent = 0;
    let answered = 0;
    let rest = '';
    const sendMore = () => {
      socket.write(request.repeat(Math.min(atOnce, total - sent)));
      sent += atOnce;
    };
    sendMore();
    for await (const chunk of socket) {
      const answers = (rest + String(chunk)).split('HTTP/1.1 200 OK');
      answered += answers.length - 1;
      // A status line may be cut in two.
      rest = (answers.at(-1) ?? '').slice(-20);
      if (answered === total) return;
      if (answered === sent) sendMore();
    }
    throw new Error(`${answered} of ${total} submissions were answered`);
  } finally {
    socket.destroy();
  }
}

describe('the control', () => {
  it('lists client requests without their keys', async () => {
    const input = { prompt: 'Listed', image_size: 'square' };
    const requestId = await test.submit(schnell, input);
    expect(await get('requests?operation=submit')).toMatchObject([
      {
        endpointId: schnell,
        requestId,
        input,
        webhookUrl: test.receiver.url,
        headers: { authorization: 'Key …', 'x-fal-queue-priority': 'normal' },
      },
    ]);
    await test.receiver.waitFor(requestId);
    await test.fal.queue.status(schnell, { requestId });
    expect(await get('counts')).toMatchObject({ submit: 1, status: 1, result: 0, cancel: 0 });
    const finished = { phase: 'COMPLETED', finishedAtMs: expect.any(Number), resultStatus: 200 };
    expect(await get(`jobs/${requestId}`)).toMatchObject(finished);
    expect(await get('webhooks')).toMatchObject([{ requestId, attempt: 1, status: 200 }]);
  });

  it('makes the next calls of an operation fail', async () => {
    await post('faults', { operation: 'cancel', times: 1, status: 418 });
    test.emulator.control.injectFault({ operation: 'submit', times: 1, reset: true });
    const url = `${test.emulator.url}/queue.fal.run/${schnell}`;
    const init = { method: 'POST', headers: { authorization: 'Key test' } };
    await expect(fetch(url, init)).rejects.toThrow();
    expect((await fetch(url, init)).status).toBe(200);
    const cancelled = test.fal.queue.cancel(schnell, { requestId: 'any' });
    await expect(cancelled).rejects.toMatchObject({ status: 418 });
  });

  it('holds jobs before a step and releases one or all', async () => {
    await post('hold', { step: 'IN_PROGRESS' });
    const first = await test.submit(schnell, { prompt: 'One' });
    const second = await test.submit(schnell, { prompt: 'Two' });
    await post('release', { requestId: first });
    await test.emulator.control.waitForPhase(first, 'COMPLETED');
    const held = await get(`jobs/${second}`);
    expect(held).toMatchObject({ phase: 'IN_QUEUE', isHeld: true });
    expect(held).not.toHaveProperty('finishedAtMs');
    await post('release');
    await test.emulator.control.waitForPhase(second, 'COMPLETED');
  });

  it('limits concurrent jobs, first come first served', async () => {
    const { control } = test.emulator;
    control.hold({ step: 'COMPLETED' });
    const ids: string[] = [];
    for (const prompt of ['a', 'b', 'c', 'd']) ids.push(await test.submit(schnell, { prompt }));
    const [first = '', second = '', third = '', fourth = ''] = ids;
    await control.waitForPhase(second, 'IN_PROGRESS');
    expect(control.jobs().map(({ phase }) => phase)).toEqual([
      'IN_PROGRESS',
      'IN_PROGRESS',
      'IN_QUEUE',
      'IN_QUEUE',
    ]);
    // The position is the one among other customers until the job's time in the queue is over.
    await vi.waitFor(
      async () =>
        expect(await test.fal.queue.status(schnell, { requestId: fourth })).toMatchObject({
          status: 'IN_QUEUE',
          queue_position: 1,
        }),
      { timeout: 20_000 },
    );
    control.release({ requestId: first });
    await control.waitForPhase(third, 'IN_PROGRESS');
    control.release();
    await control.waitForPhase(fourth, 'COMPLETED');
  });

  it('handles twenty thousand waiting jobs', { tags: 'load', timeout: 120_000 }, async () => {
    const { control } = test.emulator;
    control.hold({ step: 'IN_PROGRESS' });
    const total = 20_000;
    await submitMany(test.emulator.url, total);
    expect(control.jobs().filter(({ phase }) => phase === 'IN_QUEUE')).toHaveLength(total);
    expect((await fetch(`${test.emulator.url}/_control/counts`)).status).toBe(200);
  });
});
