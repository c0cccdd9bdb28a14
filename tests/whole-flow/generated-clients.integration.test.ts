import { makePng } from '@atelier/storage/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from './testing/fal-client.ts';
import { generateClients, type Program } from './testing/generated-clients.ts';
import { type Flow, openFlow } from './testing/open-flow.ts';

let flow: Flow;
let key: string;
let programs: Program[];

beforeAll(async () => {
  flow = await openFlow(undefined);
  key = await createApiKey(flow);
  programs = await generateClients((await flow.ask<object>('GET', '/api/openapi.json')).body);
}, 180_000);
afterAll(() => flow?.close(), 60_000);

describe('a client generated from the description of the API', () => {
  it.each([0, 1])(
    'compiles strictly, uploads, submits, follows and downloads (generator %i)',
    async (index) => {
      const program = programs[index];
      if (!program) throw new Error('There is no such generator');
      const picture = new Uint8Array(makePng({ width: 320, height: 240 }));
      const { uploaded, presigned, status, refusal, bytes, falBytes } = await program.run({
        url: flow.stack.url,
        key,
        picture,
      });
      expect([program.name, uploaded, presigned]).toEqual([
        program.name,
        expect.stringContaining('/media/'),
        expect.stringContaining('/media/'),
      ]);
      expect(refusal).toEqual({ code: 'validation_failed', fields: ['prompt'] });
      expect(status).toBe('completed');
      for (const file of [bytes, falBytes]) expect(file.length).toBeGreaterThan(1_000);
    },
    90_000,
  );
});
