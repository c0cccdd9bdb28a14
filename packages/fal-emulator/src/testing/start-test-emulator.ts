import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFalClient, type FalClient } from '@fal-ai/client';
import { type FalEmulator, type FalEmulatorOptions, startFalEmulator } from '../start-fal-emulator.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

export type TestEmulator = {
  emulator: FalEmulator;
  fal: FalClient;
  receiver: WebhookReceiver;
  /** Submits with the receiver as webhook address; resolves with the request id. */
  submit(endpointId: string, input: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
};

/**
 * An emulator at speed 0 with its own cache that draws few of a video's pictures, the real client connected to it, and a
 * receiver of its webhooks.
 */
export async function startTestEmulator(options: Partial<FalEmulatorOptions> = {}): Promise<TestEmulator> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'atelier-fal-'));
  const emulator = await startFalEmulator({ cacheDir, speed: 0, picturesPerSecond: 2, ...options });
  const receiver = await startWebhookReceiver();
  const fal = connectClient(emulator.url);
  return {
    emulator,
    fal,
    receiver,
    async submit(endpointId, input) {
      const { request_id } = await fal.queue.submit(endpointId, { input, webhookUrl: receiver.url });
      return request_id;
    },
    async close() {
      await emulator.close();
      await receiver.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}

/** Moves every call to the emulator, with fal's host as the first part of the path. */
export function connectClient(
  url: string,
  credentials = 'test',
  retry: { maxRetries?: number } = {},
): FalClient {
  return createFalClient({
    credentials,
    retry,
    requestMiddleware: async (request) => ({ ...request, url: request.url.replace('https://', `${url}/`) }),
  });
}
