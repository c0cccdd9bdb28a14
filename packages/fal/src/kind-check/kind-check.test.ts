import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getKind, kinds } from '@atelier/catalog';
import { getProvider, leavingKinds } from '@atelier/catalog/server';
import { type FalEmulator, startFalEmulator } from '@atelier/fal-emulator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkKind, type KindCheckAddresses } from './check-kind.ts';
import { amountsIn, findPriceChange, priceSentence } from './find-price-change.ts';

let emulator: FalEmulator;
let addresses: KindCheckAddresses;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-kinds-'));
  emulator = await startFalEmulator({ cacheDir: folder, speed: 0, picturesPerSecond: 2 });
  addresses = {
    schemaUrl: `${emulator.url}/fal.ai/api/openapi/queue/openapi.json`,
    modelsUrl: `${emulator.url}/fal.ai/models`,
  };
});
afterEach(() => emulator.control.reset());
afterAll(async () => {
  await emulator.close();
  await rm(folder, { recursive: true, force: true });
});

const schnell = getKind('flux-schnell');
const { endpoint } = getProvider(schnell);
const findings = async () => {
  const outcome = await checkKind(schnell, addresses);
  if (!outcome.isChecked) throw new Error(outcome.reason);
  return outcome.findings;
};

describe('a kind at fal', () => {
  it.each(kinds.map((kind) => [kind.id, kind] as const))(
    '%s sends what the emulator of fal declares',
    async (_id, kind) => {
      const outcome = await checkKind(kind, addresses);
      // The emulator knows no prices.
      const drift = outcome.isChecked
        ? outcome.findings.filter(({ code }) => !/^price_|^closing_/.test(code))
        : outcome;
      expect(drift).toEqual([]);
    },
  );

  it('has lost a value that it can send', async () => {
    emulator.control.changeModel(endpoint, { withoutValue: { field: 'image_size', value: 'square' } });
    expect(await findings()).toEqual([]);
    const kind = getKind('text-to-video');
    const change = { withoutValue: { field: 'resolution', value: '580p' } };
    emulator.control.changeModel(getProvider(kind).endpoint, change);
    expect(await checkKind(kind, addresses)).toEqual({
      isChecked: true,
      documents: { schema: expect.stringContaining('endpoint_id=fal-ai%2Fwan-t2v'), price: null },
      findings: [{ code: 'value_gone', field: 'resolution', ours: '580p', theirs: '480p, 720p' }],
    });
  });

  it('has lost a field, or a part of its range', async () => {
    emulator.control.changeModel(endpoint, {
      withoutField: 'num_inference_steps',
      maximum: { field: 'num_images', max: 2 },
    });
    expect(await findings()).toEqual([
      { code: 'value_gone', field: 'num_images', ours: '3, 4', theirs: 'number' },
      { code: 'field_gone', field: 'num_inference_steps', ours: null, theirs: null },
    ]);
    emulator.control.reset();
    emulator.control.changeModel(endpoint, { maximum: { field: 'num_inference_steps', max: 8 } });
    expect(await findings()).toEqual([
      { code: 'range_narrower', field: 'num_inference_steps', ours: '1–12', theirs: '1–8' },
    ]);
  });

  it('lacks a field that became required, and one that it leaves out when it is empty', async () => {
    emulator.control.changeModel(endpoint, { requiredField: 'licence' });
    expect(await findings()).toEqual([
      { code: 'field_required', field: 'licence', ours: null, theirs: null },
    ]);
    emulator.control.changeModel(endpoint, { requiredField: 'seed' });
    expect(await findings()).toMatchObject([{ code: 'field_required', field: 'seed' }]);
  });

  it.each([404, 410])('is gone when fal answers %i', async (status) => {
    emulator.control.changeModel(endpoint, { status });
    expect(await findings()).toMatchObject([{ code: 'endpoint_gone', field: null }]);
  });

  it('names its successor when it is gone, and once the day has passed from which it may be closed', async () => {
    const [[id, { successor }]] = Object.entries(leavingKinds).filter(([, { closesOn }]) => closesOn) as [
      [string, (typeof leavingKinds)[string]],
    ];
    const kind = getKind(id);
    const check = async () => {
      const outcome = await checkKind(kind, addresses);
      return outcome.isChecked ? outcome.findings.filter(({ code }) => !code.startsWith('price_')) : outcome;
    };
    const leaving = leavingKinds[id] as { closesOn: string };
    const { closesOn } = leaving;
    try {
      leaving.closesOn = '2999-12-31';
      expect(await check()).toEqual([]);
      leaving.closesOn = '2026-01-01';
      const passed = { code: 'closing_passed', field: null, ours: '2026-01-01', theirs: null, successor };
      expect(await check()).toEqual([passed]);
    } finally {
      leaving.closesOn = closesOn;
    }
    emulator.control.changeModel(getProvider(kind).endpoint, { status: 410 });
    expect(await check()).toMatchObject([{ code: 'endpoint_gone', successor }]);
  });

  it('is deprecated when its document says so', async () => {
    emulator.control.changeModel(endpoint, { isDeprecated: true });
    expect(await findings()).toMatchObject([{ code: 'endpoint_deprecated' }]);
  });

  it('is not checked when fal does not answer, which says nothing of the kind', async () => {
    emulator.control.changeModel(endpoint, { status: 503 });
    expect(await checkKind(schnell, addresses)).toMatchObject({
      isChecked: false,
      reason: expect.stringContaining('503'),
    });
    const nowhere = { ...addresses, schemaUrl: 'http://127.0.0.1:1/openapi.json' };
    expect(await checkKind(schnell, nowhere)).toMatchObject({ isChecked: false });
  });
});

describe('the price on the page of a model', () => {
  const stated = { microUsd: { '5s': 350_000, more: 70_000 }, source: 'https://fal.ai/models/x/y/llms.txt' };
  const page = (text: string) =>
    `# A model\n\nWins $1,000 of prizes.\n\n## Pricing\n\n${text}\n\n## API\n\n$9`;

  it('is the sentence below its heading, or the one with an amount', () => {
    expect(priceSentence(page('- **Price**: $0.003 per megapixels'))).toBe('- Price: $0.003 per megapixels');
    expect(priceSentence('# A\n\nYour request will cost $0.05 per image.\nMore.')).toContain('$0.05');
    expect(amountsIn('$0.003, $ 1.50 and $1,200')).toEqual([3_000, 1_500_000, 1_200_000_000]);
  });

  it('has not moved when every stated rate is named, within rounding', () => {
    const text = 'For **5s** your request will cost **$0.35**. Every second more costs **$0.0705**.';
    expect(findPriceChange(stated, page(text))).toEqual([]);
  });

  it('has moved when a stated rate is not named any more', () => {
    expect(findPriceChange(stated, page('5s cost $0.35, and every second more $0.08.'))).toEqual([
      {
        code: 'price_moved',
        field: null,
        ours: '$0.35, $0.07',
        theirs: '5s cost $0.35, and every second more $0.08.',
      },
    ]);
  });

  it('cannot be read when no amount is named', () => {
    expect(findPriceChange(stated, page('Ask sales.'))).toMatchObject([{ code: 'price_unreadable' }]);
    expect(findPriceChange(stated, '')).toMatchObject([{ code: 'price_unreadable', theirs: '' }]);
  });

  it('is read from the page of the model that states it', async () => {
    const provider = getProvider(schnell) as { price?: unknown };
    const before = provider.price;
    provider.price = { microUsd: { any: 3_000 }, source: `https://fal.ai/models/${endpoint}/llms.txt` };
    try {
      emulator.control.changeModel(endpoint, { price: 'Your request will cost $0.003 per megapixel.' });
      expect(await findings()).toEqual([]);
      emulator.control.changeModel(endpoint, { price: 'Your request will cost $0.004 per megapixel.' });
      expect(await findings()).toMatchObject([{ code: 'price_moved', ours: '$0.003' }]);
    } finally {
      provider.price = before;
    }
  });
});
