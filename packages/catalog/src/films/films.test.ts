import { describe, expect, it } from 'vitest';
import {
  type FilmDocument,
  filmShapes,
  findTake,
  firstPicture,
  listLengths,
  makesShots,
  planFilmCut,
  type Shot,
  type ShownTake,
  type Take,
} from '../films.ts';
import { findKind, kinds, parseInput } from '../index.ts';
import { planShot } from '../server.ts';
import { makeShot } from '../testing/make-shot.ts';

const [first, last, face] = ['first', 'last', 'face'].map((name) => `https://example.com/${name}.png`) as [
  string,
  string,
  string,
];

const makeFilm = (shots: readonly Partial<Shot>[], film: Partial<FilmDocument> = {}): FilmDocument => ({
  shape: '16:9',
  shots: shots.map((shot, index) => makeShot({ id: String(index), ...shot })),
  cast: [],
  sound: null,
  budget_credits: null,
  ...film,
});

const makeCast = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Mia ${index}`, url: `${face}?${index}` }));

/** Returns kind and input of the first shot, which the kind takes without an adjustment, or the code of the issue. */
function plan(shot: Partial<Shot>, film: Partial<FilmDocument> = {}) {
  const planned = planShot(makeFilm([shot], film), 0);
  if (!planned.ok) return planned.issue.code;
  const { kind: id, input } = planned.line;
  const kind = findKind(id) ?? expect.fail(`There is no ${id}`);
  expect(makesShots(kind)).toBe(true);
  expect(parseInput(kind, input)).toMatchObject({ ok: true, adjustments: [] });
  return { kind: id, input };
}

const shotKinds = kinds.filter(makesShots);

it('shots are made by kinds of text, pictures and references, and by no tool, edit or sound', () => {
  const ids = shotKinds.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(40);
  expect(ids).toEqual(expect.arrayContaining(['veo3-1-fast', 'image-to-video', 'first-to-last-frame']));
  for (const id of [
    'vace',
    'pixverse-v6-extend',
    'sync-v3-lipsync',
    'wan-v2-2-animate-move',
    'cut',
    'flux-schnell',
  ])
    expect(ids).not.toContain(id);
});

describe.each(shotKinds.map((kind) => [kind.id, kind] as const))('a shot of %s', (id, kind) => {
  const ways: [string, Partial<Shot>, number][] = [
    ['text', {}, 0],
    ['a first picture', { first_url: first }, 0],
    ['a first and a last picture', { first_url: first, last_url: last }, 0],
    ['one of the cast', {}, 1],
    ['a full cast', {}, 9],
    ['a first picture and a cast', { first_url: first }, 3],
    ['both pictures and a cast', { first_url: first, last_url: last }, 9],
  ];

  it.each(ways)(
    'of %s is a line that its kind takes in every shape and length, or an issue',
    (_, shot, cast) => {
      for (const shape of filmShapes)
        for (const seconds of [1, 4.5, 6, 60]) {
          const planned = plan({ kind: id, seconds, ...shot }, { shape, cast: makeCast(cast) });
          if (typeof planned === 'string') {
            expect(planned).toMatch(/^shot_(?:first_required|first_refused|last_refused|cast_required)$/);
            continue;
          }
          const { input, kind: made } = planned;
          const { widget } = findKind(made)?.fields.aspect_ratio ?? {};
          const offered = widget?.type === 'choice' && widget.options.some(({ value }) => value === shape);
          expect(input.aspect_ratio).toBe(offered ? shape : undefined);
          expect(input.prompt).toBe('A paper boat leaves the harbour');
          const pictures = [input.start_image_url ?? input.image_url ?? null, input.end_image_url ?? null];
          expect(pictures).toEqual([shot.first_url ?? null, shot.last_url ?? null]);
        }
    },
  );

  it('is made by this kind from some of these inputs', () => {
    const planned = ways.map(([, shot, cast]) => plan({ kind: id, ...shot }, { cast: makeCast(cast) }));
    expect(planned.some((each) => typeof each !== 'string' && each.kind === id)).toBe(true);
  });

  it('with a last picture alone needs a first one', () => {
    expect(plan({ kind: id, last_url: last })).toBe('shot_first_missing');
  });

  it('is as long as asked, or the next longer length of its kind, or the longest', () => {
    const lengths = listLengths(kind);
    const needs = [
      plan({ kind: id, first_url: first }),
      plan({ kind: id }, { cast: makeCast(1) }),
      plan({ kind: id }),
    ];
    const own = needs.findIndex((planned) => typeof planned !== 'string' && planned.kind === id);
    const shot = own === 0 ? { first_url: first } : own < 0 ? { first_url: first, last_url: last } : {};
    const ask = (seconds: number) =>
      plan({ kind: id, seconds, ...shot }, { cast: makeCast(own === 1 ? 1 : 0) });
    const duration = (length: number | undefined) =>
      expect.objectContaining({
        input: expect.objectContaining(length === undefined ? {} : { duration: length }),
      });
    for (const [index, length] of lengths.entries()) {
      expect(ask(length)).toEqual(duration(length));
      expect(ask(length - 0.5)).toEqual(duration(length));
      expect(ask(length + 0.5)).toEqual(duration(lengths[index + 1] ?? length));
    }
    if (lengths.length === 0) expect(ask(5)).not.toHaveProperty('input.duration');
  });
});

describe('the kind of a shot', () => {
  it.each([
    ['text-to-video-pro', { first_url: first }, 0, 'image-to-video-pro'],
    ['image-to-video-pro', {}, 0, 'text-to-video-pro'],
    ['image-to-video', { first_url: first, last_url: last }, 0, 'first-to-last-frame'],
    ['first-to-last-frame', { first_url: first }, 0, 'image-to-video'],
    ['kling-v3-pro-text-to-video', { first_url: first, last_url: last }, 0, 'kling-v3-pro-image-to-video'],
    ['veo3-1', { first_url: first }, 0, 'veo3-1-fast-image-to-video'],
    ['h3-text-to-video', {}, 2, 'h3-reference-to-video'],
    ['h3-text-to-video', { first_url: first }, 2, 'h3-image-to-video'],
    ['h3-reference-to-video', {}, 0, 'h3-text-to-video'],
    ['veo3-1-fast', {}, 2, 'veo3-1-fast'],
    ['kling-o3-pro-reference-to-video', {}, 1, 'kling-o3-pro-reference-to-video'],
  ])('of %s with %j and %i of the cast is %s', (kind, shot, cast, made) => {
    expect(plan({ kind, ...shot }, { cast: makeCast(cast) })).toMatchObject({ kind: made });
  });

  it.each([
    ['vace', {}, 'shots.0.kind', 'shot_model'],
    ['flux-schnell', {}, 'shots.0.kind', 'shot_model'],
    ['no-such-kind', {}, 'shots.0.kind', 'shot_model'],
    ['kling-v2-6-pro-image-to-video', {}, 'shots.0.first_url', 'shot_first_required'],
    ['wan-v2-2-5b', { first_url: first }, 'shots.0.first_url', 'shot_first_refused'],
    ['veo3-1-fast', { first_url: first, last_url: last }, 'shots.0.last_url', 'shot_last_refused'],
    ['veo3-1-fast', { last_url: last }, 'shots.0.last_url', 'shot_first_missing'],
    ['kling-o3-pro-reference-to-video', {}, 'shots.0.kind', 'shot_cast_required'],
    ['kling-o3-pro-reference-to-video', { first_url: first }, 'shots.0.first_url', 'shot_first_refused'],
  ])('cannot be %s with %j', (kind, shot, path, code) => {
    expect(planShot(makeFilm([{ kind, ...shot }]), 0)).toMatchObject({
      ok: false,
      issue: { path, code },
    });
  });

  it('takes as many of the cast as it has room for, the first ones first', () => {
    const planned = plan({ kind: 'h3-text-to-video' }, { cast: makeCast(9) });
    const urls = makeCast(9).map(({ url }) => url);
    const room = findKind('h3-reference-to-video')?.fields.reference_image_urls?.widget;
    const count = room?.type === 'upload' ? room.maxFiles : expect.fail('It takes no files');
    expect(planned).toMatchObject({ input: { reference_image_urls: urls.slice(0, count) } });
  });

  it('begins with the last picture of the shot before when that is shared', () => {
    const film = makeFilm([
      { kind: 'h3-text-to-video', first_url: first, last_url: last, shares_last: true },
      { kind: 'h3-text-to-video' },
    ]);
    expect(planShot(film, 1)).toMatchObject({ line: { kind: 'h3-image-to-video' } });
    expect(JSON.stringify(planShot(film, 1))).toContain(last);
    expect(() => planShot(film, 2)).toThrow(RangeError);
  });
});

describe('the first picture of a shot', () => {
  const other = 'https://example.com/other.png';

  it.each<[Partial<Shot>, Partial<Shot>, string | null]>([
    [{ last_url: last, shares_last: true }, {}, last],
    [{ last_url: last, shares_last: true }, { first_url: other }, last],
    [{ last_url: last, shares_last: false }, { first_url: other }, other],
    [{ last_url: last, shares_last: false }, {}, null],
    [{ last_url: null, shares_last: true }, { first_url: other }, other],
    [{ last_url: null, shares_last: true }, {}, null],
  ])('after %j with %j is %s', (before, shot, picture) => {
    expect(firstPicture(makeFilm([before, shot]), 1)).toBe(picture);
  });

  it('is its own in the first shot, and none outside of the film', () => {
    const film = makeFilm([{ first_url: first, shares_last: true, last_url: last }]);
    expect([firstPicture(film, 0), firstPicture(makeFilm([{}]), 0)]).toEqual([first, null]);
    expect(firstPicture(makeFilm([]), 0)).toBeNull();
  });
});

describe('the take that a shot shows', () => {
  const take = (id: string, state: Take['state'] = 'good', shotId = 'a'): Take => ({
    id,
    shotId,
    asked: 'x',
    state,
  });

  it.each<[string, string | null, Take[], string | undefined]>([
    ['the newest good one', null, [take('3'), take('2'), take('1')], '3'],
    [
      'the newest good one below failed and running ones',
      null,
      [take('3', 'failed'), take('2', 'running'), take('1')],
      '1',
    ],
    ['the chosen one', '1', [take('3'), take('1')], '1'],
    [
      'the newest good one when the chosen one is not good',
      '2',
      [take('3'), take('2', 'failed'), take('1')],
      '3',
    ],
    ['the newest good one when the chosen one is gone', '9', [take('3')], '3'],
    ['its own when the chosen one is that of another shot', '9', [take('9', 'good', 'b'), take('1')], '1'],
    ['none without a good one', '2', [take('2', 'running'), take('1', 'failed')], undefined],
    ['none without any', null, [take('9', 'good', 'b')], undefined],
  ])('is %s', (_, chosen, takes, shown) => {
    expect(findTake(makeShot({ id: 'a', take_id: chosen }), takes)?.id).toBe(shown);
  });
});

describe('the cut that joins a film', () => {
  const shown = new Map<string, ShownTake>([
    ['0', { url: '/media/u/0.mp4', seconds: 5.04 }],
    ['1', { url: '/media/u/1.mp4', seconds: 4 }],
  ]);
  const sound = { url: '/media/u/a.mp3', mode: 'add', volume: 0.5 } as const;

  it('has each take whole, in the order of the shots, with their loudness and the sound', () => {
    const film = makeFilm(
      [
        { id: '1', volume: 0 },
        { id: '0', volume: 1.5 },
      ],
      { shape: '9:16', sound },
    );
    const cut = planFilmCut(film, shown);
    expect(cut?.clips.map(({ url, start, end, volume }) => [url, start, end, volume])).toEqual([
      ['/media/u/1.mp4', 0, 4, 0],
      ['/media/u/0.mp4', 0, 5.04, 1.5],
    ]);
    expect(cut).toMatchObject({ shape: '9:16', sound, caption: '', poster_seconds: null });
    for (const clip of cut?.clips ?? [])
      expect(clip).toMatchObject({ speed: 1, is_reversed: false, repeats: 1, fade_in: 0, fade_out: 0 });
  });

  it('is none while a shot has no take, or without a shot', () => {
    expect(planFilmCut(makeFilm([{ id: '0' }, { id: '2' }]), shown)).toBeUndefined();
    expect(planFilmCut(makeFilm([]), shown)).toBeUndefined();
  });
});
