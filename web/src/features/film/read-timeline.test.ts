import { emptyFilm } from '@atelier/catalog/films';
import { expect, it } from 'vitest';
import { makeShot } from './film-edits.ts';
import { readTimeline } from './read-timeline.ts';

const shot = makeShot({
  id: crypto.randomUUID(),
  kind: 'wan-v2-7-text-to-video',
  seconds: 4,
  prompt: 'A pier',
});
const film = { name: 'Harbour', document: { ...emptyFilm, shots: [shot], budget_credits: 900 } };
const write = (own: unknown) =>
  JSON.stringify({ OTIO_SCHEMA: 'Timeline.1', metadata: { atelier: { film: own } } });

it('a timeline that was exported here has its film', () => {
  expect(readTimeline(write(film))).toEqual(film);
});

it('a timeline of another program, and what is none, has no film', () => {
  expect(readTimeline('{"OTIO_SCHEMA": "Timeline.1", "metadata": {}}')).toBeUndefined();
  expect(readTimeline('null')).toBeUndefined();
  expect(readTimeline('TITLE: an edit list')).toBeUndefined();
  expect(readTimeline(write({ name: 'No shots', document: {} }))).toBeUndefined();
  expect(readTimeline(write({ ...film, name: ' ' }))).toBeUndefined();
});

it('a shot that cannot be read is left out', () => {
  const document = { ...film.document, shots: [{ id: 'x' }, shot] };
  expect(readTimeline(write({ ...film, document }))?.document.shots).toEqual([shot]);
});
