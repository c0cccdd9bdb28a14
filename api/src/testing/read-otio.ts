import { expect } from 'vitest';

/**
 * Fields of each type that a timeline may have here, as in the list of the format:
 * https://opentimelineio.readthedocs.io/en/stable/tutorials/otio-serialized-schema-only-fields.html. A reader refuses a
 * field of another type, and loses one that it does not know.
 */
const item = ['metadata', 'name', 'source_range', 'effects', 'markers', 'enabled'];
const fieldsOf: Record<string, readonly string[]> = {
  'Timeline.1': ['metadata', 'name', 'global_start_time', 'tracks'],
  'Stack.1': [...item, 'children'],
  'Track.1': [...item, 'children', 'kind'],
  'Clip.2': [...item, 'media_references', 'active_media_reference_key'],
  'Gap.1': item,
  'ExternalReference.1': ['metadata', 'name', 'available_range', 'available_image_bounds', 'target_url'],
  'TimeRange.1': ['start_time', 'duration'],
  'RationalTime.1': ['rate', 'value'],
};

// biome-ignore lint/suspicious/noExplicitAny: parsed JSON, every field of which is checked below
type Part = any;

function assertPart(part: Part, schemas: readonly string[]): void {
  expect(schemas).toContain(part?.OTIO_SCHEMA);
  const { OTIO_SCHEMA, ...fields } = part;
  expect(Object.keys(fields).sort()).toEqual([...(fieldsOf[OTIO_SCHEMA] ?? [])].sort());
}

function readTime(part: Part, rate: number): number {
  assertPart(part, ['RationalTime.1']);
  expect(part).toMatchObject({ rate: expect.any(Number), value: expect.any(Number) });
  expect(part.rate).toBe(rate);
  expect(Number.isInteger(part.value)).toBe(true);
  return part.value;
}

function readRange(part: Part, rate: number): number {
  assertPart(part, ['TimeRange.1']);
  expect(readTime(part.start_time, rate)).toBe(0);
  return readTime(part.duration, rate);
}

function assertItem(part: Part): void {
  expect(part).toMatchObject({
    metadata: expect.any(Object),
    name: expect.any(String),
    effects: [],
    markers: [],
    enabled: true,
  });
}

/** One item of a track: pictures from `start` on, in the rate of the timeline. `available`: in the rate of its file. */
type ReadItem = {
  name: string;
  start: number;
  frames: number;
  url: string | null;
  available: { frames: number; rate: number } | null;
  metadata: Record<string, Part>;
};

function readItem(part: Part, start: number, rate: number): ReadItem {
  assertPart(part, ['Clip.2', 'Gap.1']);
  assertItem(part);
  const { name, metadata } = part;
  const frames = readRange(part.source_range, rate);
  expect(frames).toBeGreaterThan(0);
  if (part.OTIO_SCHEMA === 'Gap.1') return { name, metadata, start, frames, url: null, available: null };
  expect(Object.keys(part.media_references)).toEqual([part.active_media_reference_key]);
  const reference = part.media_references[part.active_media_reference_key];
  assertPart(reference, ['ExternalReference.1']);
  const { target_url: url, available_range: range } = reference;
  expect(url).toMatch(/^(?:https?:\/\/|media\/)[!-~]+$/);
  const ownRate = range?.duration.rate;
  const available = range === null ? null : { frames: readRange(range, ownRate), rate: ownRate };
  return { name, metadata, start, frames, url, available };
}

/** Reads a timeline as strictly as the format can be read, and adds up where each item begins. */
export function readOtio(text: string) {
  const timeline: Part = JSON.parse(text);
  assertPart(timeline, ['Timeline.1']);
  const { tracks: stack, name, metadata, global_start_time: beginning } = timeline;
  expect(beginning).toBeNull();
  assertPart(stack, ['Stack.1']);
  assertItem(stack);
  const rate: number | undefined = stack.children[0].children[0]?.source_range.duration.rate;
  const tracks = stack.children.map((track: Part) => {
    assertPart(track, ['Track.1']);
    assertItem(track);
    expect(['Video', 'Audio']).toContain(track.kind);
    expect([stack.source_range, track.source_range]).toEqual([null, null]);
    let start = 0;
    const items = track.children.map((part: Part) => {
      const read = readItem(part, start, rate ?? Number.NaN);
      start += read.frames;
      return read;
    });
    return { name: track.name as string, kind: track.kind as 'Video' | 'Audio', items: items as ReadItem[] };
  });
  return {
    name: name as string,
    rate,
    film: metadata.atelier.film as { name: string; document: unknown },
    tracks: tracks as { name: string; kind: 'Video' | 'Audio'; items: ReadItem[] }[],
  };
}
