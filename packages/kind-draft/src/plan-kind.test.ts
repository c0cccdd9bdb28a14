import { kinds } from '@atelier/catalog';
import { expect, it } from 'vitest';
import { locate } from './place.ts';
import { planKind } from './plan-kind.ts';
import { readTypes } from './read-types.ts';
import { writeEmulatorEndpoint } from './write-emulator.ts';
import { writeKind } from './write-kind.ts';

const types = readTypes();
const readPlan = (endpoint: string) => planKind(types.read(endpoint), { id: 'draft' });
const readWire = (endpoint: string) =>
  Object.fromEntries(readPlan(endpoint).fields.map(({ name, wire }) => [name, wire]));

it('the plan calls a first and a last image, and sound, as other kinds do', () => {
  expect(readWire('fal-ai/kling-video/v3/pro/image-to-video')).toMatchObject({
    image_url: { as: 'start_image_url' },
    end_image_url: { unless: null },
  });
  expect(readWire('fal-ai/kling-video/v2.5-turbo/pro/image-to-video')).toMatchObject({
    end_image_url: { as: 'tail_image_url', unless: null },
  });
  expect(readWire('fal-ai/pixverse/v6/text-to-video')).toMatchObject({
    generate_audio: { as: 'generate_audio_switch' },
  });
  expect(writeKind(readPlan('fal-ai/pixverse/v6/text-to-video'))).toContain('hasSound: true');
});

it('the plan keeps the name of a first image when the last one is required, too', () => {
  expect(Object.keys(readWire('fal-ai/wan-flf2v'))).toEqual(
    expect.arrayContaining(['start_image_url', 'end_image_url']),
  );
});

it('the plan has the fields in the order of the form: files and words first, what changes the price, the seed last', () => {
  expect(readPlan('fal-ai/kling-video/v3/pro/image-to-video').fields.map(({ name }) => name)).toEqual([
    'image_url',
    'end_image_url',
    'prompt',
    'aspect_ratio',
    'duration',
    'generate_audio',
    'negative_prompt',
    'seed',
  ]);
});

it('the plan counts a video that begins with an image as one of its ratio', () => {
  const { fields } = readPlan('fal-ai/kling-video/v2.6/pro/image-to-video');
  expect(fields.find(({ name }) => name === 'aspect_ratio')).toMatchObject({
    default: 'auto',
    wire: 'notSent',
  });
});

it('the plan places a kind behind the last one that takes the same files, at a number that no other has', () => {
  const orders = new Set(kinds.map(({ menu }) => menu.order));
  const places = [
    ['fal-ai/kling-video/v2.6/pro/image-to-video', 'image-to-video', 'image-to-video/draft', false],
    ['fal-ai/pixverse/v6/text-to-video', 'video', 'video/draft', false],
    ['fal-ai/flux-2/turbo', 'image', 'image/text-to-image', true],
    ['fal-ai/flux-2/edit', 'image', 'image/edit', true],
    ['fal-ai/elevenlabs/music', 'audio', 'audio/draft', true],
  ] as const;
  for (const [endpoint, group, path, isPage] of places) {
    const { menu } = readPlan(endpoint);
    expect(menu).toMatchObject({ group, path, isPage });
    expect([endpoint, orders.has(menu.order)]).toEqual([endpoint, false]);
    const before = kinds.filter((kind) => kind.menu.path === path || (!isPage && kind.menu.group === group));
    for (const kind of before) expect(menu.order).toBeGreaterThan(kind.menu.order);
  }
});

it('the plan keeps the place of a kind that is drafted again', () => {
  const [kind] = kinds;
  if (!kind) throw new Error('There are no kinds');
  expect(locate({ id: kind.id, medium: kind.medium, fields: [] }).order).toBe(kind.menu.order);
});

it('the plan names the entry of the list of models that check content on their own', () => {
  const open = readPlan('fal-ai/kling-video/v2.6/pro/text-to-video').notes.filter(
    ({ level }) => level === 'open',
  );
  expect(open.map(({ text }) => text).join('\n')).toContain(
    "add 'fal-ai/kling-video/v2.6' to checksOnItsOwn",
  );
});

it('the plan lets the emulator follow the length, the sound, the size and the first image of an input', () => {
  const pixverse = writeEmulatorEndpoint(readPlan('fal-ai/pixverse/v6/text-to-video'));
  for (const code of [
    'String(input.duration)',
    'input.generate_audio_switch',
    'input.resolution, input.aspect_ratio',
  ])
    expect(pixverse).toContain(code);
  const kling = writeEmulatorEndpoint(readPlan('fal-ai/kling-video/v3/pro/image-to-video'));
  expect(kling).toContain("tools.loadImage('start_image_url', input.start_image_url)");
  expect(kling).toContain("videoSize('720p', 'auto', image)");
});
