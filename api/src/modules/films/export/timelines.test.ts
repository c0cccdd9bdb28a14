import { randomUUID } from 'node:crypto';
import { countFrames, settleFormat } from '@atelier/catalog/cuts';
import { planFilmCut, type Shot } from '@atelier/catalog/films';
import { makeShot } from '@atelier/catalog/testing';
import { describe, expect, it } from 'vitest';
import { readOtio } from '../../../testing/read-otio.ts';
import { writeEdl } from './edl.ts';
import { writeOtio } from './otio.ts';
import type { FilmToExport, TimelineTake } from './timeline.ts';

const rates = [
  { fps: 23.976, num: 24_000, den: 1_001, numbers: 24 },
  { fps: 25, num: 25, den: 1, numbers: 25 },
  { fps: 30, num: 30, den: 1, numbers: 30 },
  { fps: 60, num: 60, den: 1, numbers: 60 },
];

const makeBoatShot = (changes: Partial<Shot> = {}) =>
  makeShot({ prompt: 'A paper boat', kind: 'veo3-1-fast-text-to-video', ...changes });

type Made = { shot?: Partial<Shot>; take?: Partial<TimelineTake> | null };

/** A film of these shots, each with a take unless that is null. */
function makeFilm(made: readonly Made[], more: Partial<FilmToExport> = {}): FilmToExport {
  const shots = made.map(({ shot }) => makeBoatShot(shot));
  const takes = new Map(
    shots.flatMap(({ id }, index): [string, TimelineTake][] => {
      const take = made[index]?.take;
      if (take === null) return [];
      const url = `media/shot-${index + 1}.mp4`;
      const size = { width: 1280, height: 720 };
      return [
        [id, { generationId: randomUUID(), url, seconds: 5, fps: 24, hasSound: false, ...size, ...take }],
      ];
    }),
  );
  const document = { shape: '16:9' as const, shots, cast: [], sound: null, budget_credits: null };
  return { name: 'The harbour', document, takes, sound: undefined, ...more };
}

const withSound = (film: FilmToExport, mode: 'replace' | 'add', seconds: number | null): FilmToExport => ({
  ...film,
  document: { ...film.document, sound: { url: '/media/u/a.mp3', mode, volume: 0.5 } },
  sound: { url: 'media/sound.mp3', seconds },
});

/** Pictures that each clip of the joined film has. */
function countJoined({ document, takes }: FilmToExport): number[] {
  const plan = planFilmCut(document, takes) ?? expect.fail('It cannot be joined');
  const [first, ...others] = [...takes.values()];
  const format = settleFormat(plan.shape, [first ?? expect.fail('It has no take'), ...others]);
  return plan.clips.map((clip) => countFrames(clip, format));
}

function parseTimecode(text: string, numbers: number): number {
  expect(text).toMatch(/^\d\d:\d\d:\d\d:\d\d$/);
  const [hours = 0, minutes = 0, seconds = 0, frame = 0] = text.split(':').map(Number);
  expect(frame).toBeLessThan(numbers);
  return ((hours * 60 + minutes) * 60 + seconds) * numbers + frame;
}

/** The events of a list by the columns of CMX 3600. */
function readEdl(text: string, numbers: number) {
  const [title, mode, empty, ...lines] = text.split('\r\n');
  expect([title?.startsWith('TITLE: '), mode, empty, lines.at(-1)]).toEqual([
    true,
    'FCM: NON-DROP FRAME',
    '',
    '',
  ]);
  const events: { reel: string; track: string; times: number[]; notes: string[] }[] = [];
  for (const line of lines.slice(0, -1)) {
    if (line.startsWith('* ')) {
      events.at(-1)?.notes.push(line.slice(2));
      continue;
    }
    const [, number, reel = '', track = '', times = ''] =
      /^(\d{3}) {2}([A-Z0-9 ]{8}) ([A-Z ]{5}) C {8}(\S+ \S+ \S+ \S+)$/.exec(line) ?? expect.fail(line);
    expect(Number(number)).toBe(events.length + 1);
    const parsed = times.split(' ').map((time) => parseTimecode(time, numbers));
    events.push({ reel: reel.trim(), track: track.trim(), times: parsed, notes: [] });
  }
  return { title: title?.slice('TITLE: '.length), events };
}

describe.each(rates)('a film of $fps pictures a second', ({ fps, num, den, numbers }) => {
  const lengths = [5.041667, 4, 0.5, 8.0417, 3.3333];
  const film = makeFilm(lengths.map((seconds) => ({ take: { seconds, fps } })));
  const frames = lengths.map((seconds) => Math.round((seconds * num) / den));

  it('has in its timeline each cut exact to the picture, as the joined film has it', () => {
    const read = readOtio(writeOtio(film));
    expect(read.rate).toBe(num / den);
    const [track] = read.tracks;
    expect(track?.items.map((item) => item.frames)).toEqual(frames);
    expect(track?.items.map((item) => item.available)).toEqual(
      frames.map((count) => ({ frames: count, rate: num / den })),
    );
    expect(countJoined(film)).toEqual(frames);
  });

  it('has in its list record times that follow each other without a gap', () => {
    const { events } = readEdl(writeEdl(film), numbers);
    let at = 3_600 * numbers;
    for (const [index, { times, reel, track }] of events.entries()) {
      const length = frames[index] ?? 0;
      expect([reel, track, times]).toEqual([`SHOT000${index + 1}`, 'V', [0, length, at, at + length]]);
      at += length;
    }
    expect(events[0]?.notes).toContain(`FRAME RATE: ${fps}`);
  });
});

describe('the timeline of a film', () => {
  it('keeps the rate of each file, while the cuts are in the rate of the film', () => {
    const film = makeFilm([{ take: { seconds: 5, fps: 24 } }, { take: { seconds: 2, fps: 30 } }]);
    const [track] = readOtio(writeOtio(film)).tracks;
    expect(track?.items).toMatchObject([
      { start: 0, frames: 120, available: { frames: 120, rate: 24 } },
      { start: 120, frames: 48, available: { frames: 60, rate: 30 } },
    ]);
  });

  it('has a rate that no timecode has, of which a list has the times at 24', () => {
    const film = makeFilm([{ take: { seconds: 5.0625, fps: 16 } }, { take: { seconds: 2, fps: 16 } }]);
    const read = readOtio(writeOtio(film));
    expect([read.rate, read.tracks[0]?.items.map(({ frames }) => frames)]).toEqual([16, [81, 32]]);
    const { events } = readEdl(writeEdl(film), 24);
    expect(events.map(({ times }) => times)).toEqual([
      [0, 122, 86_400, 86_522],
      [0, 48, 86_522, 86_570],
    ]);
  });

  it('has a gap of the asked length where a shot has no take', () => {
    const film = makeFilm([{}, { shot: { seconds: 3.5 }, take: null }, {}]);
    const [track] = readOtio(writeOtio(film)).tracks;
    expect(track?.items.map(({ start, frames, url }) => ({ start, frames, url }))).toEqual([
      { start: 0, frames: 120, url: 'media/shot-1.mp4' },
      { start: 120, frames: 84, url: null },
      { start: 204, frames: 120, url: 'media/shot-3.mp4' },
    ]);
    const { events } = readEdl(writeEdl(film), 24);
    expect(events.map(({ reel }) => reel)).toEqual(['SHOT0001', 'BL', 'SHOT0003']);
    expect(events[1]?.times).toEqual([0, 84, 86_400 + 120, 86_400 + 204]);
  });

  it('has no item without a shot, and nothing but gaps without a take', () => {
    const empty = readOtio(writeOtio(makeFilm([])));
    expect(empty.tracks.map(({ items }) => items)).toEqual([[]]);
    expect(readEdl(writeEdl(makeFilm([])), 30).events).toEqual([]);
    const planned = readOtio(writeOtio(makeFilm([{ take: null }, { take: null }])));
    expect(planned.tracks[0]?.items.map(({ start, frames }) => [start, frames])).toEqual([
      [0, 150],
      [150, 150],
    ]);
  });

  it('takes 200 shots', () => {
    const film = makeFilm(Array.from({ length: 200 }, () => ({ take: { seconds: 3.0333, fps: 23.976 } })));
    const [track] = readOtio(writeOtio(film)).tracks;
    expect(track?.items.at(-1)).toMatchObject({ start: 199 * 73, frames: 73 });
    const { events } = readEdl(writeEdl(film), 24);
    expect(events.at(-1)).toMatchObject({
      reel: 'SHOT0200',
      times: [0, 73, 86_400 + 199 * 73, 86_400 + 200 * 73],
    });
  });

  it('keeps odd letters and has no line break in a name', () => {
    const odd = 'Zoë\u0007 "纸船" 🚢👩‍🚀\r\n001  AX\tback\\slash\u2028* end';
    const film = makeFilm([{ shot: { prompt: odd } }], { name: `${odd} ${'x'.repeat(100)}` });
    const read = readOtio(writeOtio(film));
    expect(read.tracks[0]?.items[0]).toMatchObject({
      name: '1 Zoë "纸船" 🚢👩‍🚀 001 AX back\\slash * end',
      metadata: { atelier: { prompt: odd } },
    });
    expect(read.film.name).toBe(film.name);
    const { title, events } = readEdl(writeEdl(film), 24);
    expect(title).toMatch(/^Zoë "纸船" .+x$/u);
    expect(events).toHaveLength(1);
    expect(events[0]?.notes[0]).toBe('FROM CLIP NAME: 1 Zoë "纸船" 🚢👩‍🚀 001 AX back\\slash * end');
  });

  it('says of each clip of what it was made, and of which document the film', () => {
    const film = makeFilm([{ shot: { prompt: 'Dusk', volume: 0.5 } }, { take: null }]);
    const read = readOtio(writeOtio(film));
    const [first, second] = film.document.shots;
    const take = film.takes.get(first?.id ?? '');
    expect(read.tracks[0]?.items.map(({ metadata }) => metadata.atelier)).toEqual([
      {
        shot_id: first?.id,
        prompt: 'Dusk',
        kind: first?.kind,
        volume: 0.5,
        generation_id: take?.generationId,
      },
      { shot_id: second?.id, prompt: 'A paper boat', kind: second?.kind, volume: 1, generation_id: null },
    ]);
    expect(read.film).toEqual({ name: 'The harbour', document: film.document });
  });
});

describe('the sound of a film', () => {
  const spoken = { take: { hasSound: true } };
  const listAudio = (film: FilmToExport) =>
    readOtio(writeOtio(film))
      .tracks.filter(({ kind }) => kind === 'Audio')
      .map(({ name, items }) => [name, items.map(({ frames, url }) => [frames, url])]);

  it('is the own sound of the shots that have one and are not muted', () => {
    const film = makeFilm([spoken, {}, { ...spoken, shot: { volume: 0 } }, { take: null }]);
    expect(listAudio(film)).toEqual([
      [
        'Own sound',
        [
          [120, 'media/shot-1.mp4'],
          [120, null],
          [120, null],
          [120, null],
        ],
      ],
    ]);
    expect(listAudio(makeFilm([{}]))).toEqual([]);
  });

  it('is with it or instead of it the added one, as long as both last', () => {
    const film = makeFilm([spoken, spoken]);
    const own = [
      'Own sound',
      [
        [120, 'media/shot-1.mp4'],
        [120, 'media/shot-2.mp4'],
      ],
    ];
    expect(listAudio(withSound(film, 'add', 4))).toEqual([
      own,
      [
        'Sound',
        [
          [96, 'media/sound.mp3'],
          [144, null],
        ],
      ],
    ]);
    expect(listAudio(withSound(film, 'replace', 60))).toEqual([['Sound', [[240, 'media/sound.mp3']]]]);
    expect(listAudio(withSound(film, 'replace', null))).toEqual([['Sound', [[240, 'media/sound.mp3']]]]);
    const { events } = readEdl(writeEdl(withSound(film, 'add', 4)), 24);
    expect(events[2]).toMatchObject({ reel: 'SOUND001', track: 'AA', times: [0, 96, 86_400, 86_496] });
    expect(listAudio(withSound(makeFilm([]), 'add', 4))).toEqual([]);
    expect(readEdl(writeEdl(withSound(makeFilm([]), 'add', 4)), 30).events).toEqual([]);
  });
});
