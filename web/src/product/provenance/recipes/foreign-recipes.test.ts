import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fitForeign } from './fit-recipe.ts';
import { readA1111 } from './read-a1111.ts';
import { readComfy } from './read-comfy.ts';
import { readInvoke } from './read-invoke.ts';

beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

const parameters = `a lighthouse at dusk, (oil painting:1.2)
second line, Steps: of stone
Negative prompt: blurry, lowres,
text
Steps: 20, Sampler: DPM++ 2M Karras, CFG scale: 7, Seed: 3141592653, Size: 768x1024, Model hash: 6ce0161689, Model: "v1-5, pruned", Lora hashes: "a: 1, b: 2", Version: v1.9.4`;

describe('settings of Stable Diffusion web UI', () => {
  const read = (text: string) => readA1111(new Map([['parameters', text]]));

  it('are the prompt, what to avoid, and a line of settings with quoted values', () => {
    expect(read(parameters)).toEqual({
      tool: 'a1111',
      prompt: 'a lighthouse at dusk, (oil painting:1.2)\nsecond line, Steps: of stone',
      negativePrompt: 'blurry, lowres,\ntext',
      seed: 3_141_592_653,
      width: 768,
      height: 1024,
      others: {
        Steps: '20',
        Sampler: 'DPM++ 2M Karras',
        'CFG scale': '7',
        'Model hash': '6ce0161689',
        Model: '"v1-5, pruned"',
        'Lora hashes': '"a: 1, b: 2"',
        Version: 'v1.9.4',
      },
    });
  });

  it('may have no prompt, or nothing to avoid', () => {
    expect(read('Negative prompt: blurry\nSteps: 4, Seed: 1')).toMatchObject({
      negativePrompt: 'blurry',
      seed: 1,
    });
    expect(read('a boat\nSteps: 4')).toEqual({ tool: 'a1111', prompt: 'a boat', others: { Steps: '4' } });
  });

  it('are none in other texts', () => {
    expect([read(''), read('a boat'), read('Steps: many'), readA1111(new Map())]).toEqual(
      Array(4).fill(undefined),
    );
  });
});

const graph = {
  3: {
    class_type: 'KSampler',
    inputs: {
      seed: 156680208700286,
      steps: 20,
      cfg: 8,
      sampler_name: 'euler',
      scheduler: 'normal',
      model: ['10', 0],
      positive: ['12', 0],
      negative: ['7', 0],
      latent_image: ['5', 0],
    },
  },
  4: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'v1-5-pruned.ckpt' } },
  5: { class_type: 'EmptyLatentImage', inputs: { width: 512, height: 512, batch_size: 1 } },
  6: { class_type: 'CLIPTextEncode', inputs: { text: ['13', 0], clip: ['4', 1] }, is_changed: [0] },
  7: { class_type: 'CLIPTextEncode', inputs: { text: 'text, watermark', clip: ['4', 1] } },
  10: { class_type: 'LoraLoader', inputs: { model: ['4', 0], lora_name: 'a' } },
  12: { class_type: 'ControlNetApply', inputs: { conditioning: ['6', 0], image: ['20', 0] } },
  13: { class_type: 'PrimitiveString', inputs: { value: 'purple galaxy bottle' } },
};
const read = {
  tool: 'comfyui',
  prompt: 'purple galaxy bottle',
  negativePrompt: 'text, watermark',
  seed: 156680208700286,
  width: 512,
  height: 512,
  others: { Steps: '20', CFG: '8', Sampler: 'euler', Scheduler: 'normal', Model: 'v1-5-pruned.ckpt' },
};

describe('settings of ComfyUI', () => {
  const readRun = (value: unknown) => readComfy(new Map([['prompt', JSON.stringify(value)]]));

  it('are what leads to the sampler of the graph that was run', () => {
    expect(readRun(graph)).toEqual(read);
    // Python writes numbers that are none.
    const withNaN = JSON.stringify(graph).replace('"is_changed":[0]', '"is_changed":[NaN]');
    expect(readComfy(new Map([['prompt', withNaN]]))).toEqual(read);
  });

  it('are read from the graph that was drawn when the other is missing', () => {
    const workflow = {
      nodes: [
        {
          id: 3,
          type: 'KSampler',
          widgets_values: [42, 'randomize', 20, 8, 'euler', 'normal', 1],
          inputs: [
            { name: 'positive', link: 4 },
            { name: 'negative', link: 6 },
            { name: 'latent_image', link: 2 },
            { name: 'model', link: null },
          ],
        },
        { id: 5, type: 'EmptyLatentImage', widgets_values: [1024, 576, 1] },
        { id: 6, type: 'CLIPTextEncode', widgets_values: ['a harbour'], inputs: [{ name: 'clip', link: 3 }] },
        { id: 7, type: 'CLIPTextEncode', widgets_values: ['blurry'] },
      ],
      links: [
        [2, 5, 0, 3, 3, 'LATENT'],
        [4, 6, 0, 3, 1, 'CONDITIONING'],
        [6, 7, 0, 3, 2, 'CONDITIONING'],
      ],
    };
    expect(readComfy(new Map([['workflow', JSON.stringify(workflow)]]))).toMatchObject({
      prompt: 'a harbour',
      negativePrompt: 'blurry',
      seed: 42,
      width: 1024,
      height: 576,
    });
  });

  it('are read from a graph whose sampler has its noise and guide in nodes of their own', () => {
    const flux = {
      1: {
        class_type: 'SamplerCustomAdvanced',
        inputs: { noise: ['2', 0], guider: ['3', 0], latent_image: ['4', 0] },
      },
      2: { class_type: 'RandomNoise', inputs: { noise_seed: 7 } },
      3: { class_type: 'BasicGuider', inputs: { model: ['8', 0], conditioning: ['5', 0] } },
      4: { class_type: 'EmptySD3LatentImage', inputs: { width: 1024, height: 768 } },
      5: { class_type: 'FluxGuidance', inputs: { guidance: 3.5, conditioning: ['6', 0] } },
      6: { class_type: 'CLIPTextEncode', inputs: { text: 'a kite' } },
      8: { class_type: 'UNETLoader', inputs: { unet_name: 'flux1-dev.safetensors' } },
    };
    expect(readRun(flux)).toEqual({
      tool: 'comfyui',
      prompt: 'a kite',
      seed: 7,
      width: 1024,
      height: 768,
      others: { Model: 'flux1-dev.safetensors' },
    });
  });

  it('are none in graphs without a sampler, with rings or of another shape', () => {
    const round = {
      1: { class_type: 'KSampler', inputs: { positive: ['2', 0] } },
      2: { class_type: 'ControlNetApply', inputs: { conditioning: ['2', 0] } },
    };
    for (const value of [{}, [], null, 7, { 1: null }, { 1: { class_type: 'KSampler' } }, round])
      expect(readRun(value)).toBeUndefined();
    expect(
      readComfy(
        new Map([
          ['prompt', '{"3": {'],
          ['workflow', '{"nodes": 1, "links": [[1]]}'],
        ]),
      ),
    ).toBeUndefined();
  });
});

describe('settings of InvokeAI', () => {
  const readText = (text: string) => readInvoke(new Map([['invokeai_metadata', text]]));

  it('are those of its metadata', () => {
    const metadata = {
      generation_mode: 'sdxl_txt2img',
      positive_prompt: 'a fox',
      negative_prompt: '',
      seed: 12,
      width: 1024,
      height: 1024,
      steps: 30,
      cfg_scale: 7.5,
      scheduler: 'euler',
      model: { name: 'XL' },
    };
    expect(readText(JSON.stringify(metadata))).toEqual({
      tool: 'invokeai',
      prompt: 'a fox',
      seed: 12,
      width: 1024,
      height: 1024,
      others: { Steps: '30', 'CFG scale': '7.5', Scheduler: 'euler', Model: 'XL' },
    });
  });

  it('are none in what is broken or has none', () => {
    expect([readText('{'), readText('[]'), readText('{"seed": "7"}')]).toEqual(Array(3).fill(undefined));
  });
});

describe('a form for settings of another program', () => {
  it('is the one that takes most of them', async () => {
    const settings = readA1111(new Map([['parameters', parameters]]));
    const { kind, input, leftOut } = await fitForeign(settings ?? { tool: 'a1111', others: {} });
    expect(kind?.id).toBe('sd35');
    expect(input).toEqual({
      prompt: settings?.prompt,
      negative_prompt: settings?.negativePrompt,
      seed: 3_141_592_653,
      image_size: 'portrait_4_3',
    });
    expect(leftOut.map(({ name }) => name)).toEqual(Object.keys(settings?.others ?? {}));
  });

  it('names what it does not take: numbers beyond a range, and sizes that no form has', async () => {
    const fitted = (change: object) =>
      fitForeign({ tool: 'comfyui', prompt: 'a fox', others: {}, ...change });
    expect((await fitted({ seed: -1 })).leftOut).toEqual([{ name: 'seed', value: '-1' }]);
    expect((await fitted({ seed: 2 ** 64 })).leftOut).toEqual([
      { name: 'seed', value: '18446744073709552000' },
    ]);
    const size = { name: 'image_size', value: '832 × 1216' };
    expect(await fitted({ width: 832, height: 1216 })).toMatchObject({
      input: { prompt: 'a fox' },
      leftOut: [size],
    });
  });

  it('has the same shape in its own pixels, and names the size that it was', async () => {
    const { input, leftOut } = await fitForeign({ tool: 'invokeai', width: 1536, height: 1536, others: {} });
    expect([input, leftOut]).toEqual([
      { image_size: 'square_hd' },
      [{ name: 'image_size', value: '1536 × 1536' }],
    ]);
  });

  it('leaves out a prompt that is too long', async () => {
    const { leftOut } = await fitForeign({ tool: 'a1111', prompt: 'x'.repeat(100_000), seed: 1, others: {} });
    expect(leftOut.map(({ name }) => name)).toEqual(['prompt']);
  });
});
