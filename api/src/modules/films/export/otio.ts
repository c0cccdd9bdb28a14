// A film in the format of OpenTimelineIO (https://opentimelineio.readthedocs.io/en/stable/tutorials/otio-file-format-specification.html).
import { settleFormat } from '@atelier/catalog/cuts';
import {
  type FilmTimeline,
  type FilmToExport,
  type Rate,
  type TimelineShot,
  type TimelineSound,
  type TimelineTake,
  toFrames,
  toTimeline,
} from './timeline.ts';

/** A part of a timeline; `OTIO_SCHEMA` names its type and version. */
type Part = { OTIO_SCHEMA: string; [field: string]: unknown };

/**
 * The timeline of a film: a track of pictures, one of the shots' own sound and one of the sound under them, where there are
 * any. Its metadata has the film's name and document, of which a film can be made again.
 */
export function writeOtio(film: FilmToExport): string {
  return `${JSON.stringify(toOtio(toTimeline(film)), null, 2)}\n`;
}

function toOtio(film: FilmTimeline): Part {
  const { name, document, fps, shots } = film;
  const ownSound = document.sound?.mode === 'replace' ? [] : shots.filter(hasOwnSound);
  const tracks = [
    toTrack(
      { name: 'Shots', kind: 'Video' },
      shots.map((each) => toItem(each, fps)),
    ),
    ...(ownSound.length > 0
      ? [
          toTrack(
            { name: 'Own sound', kind: 'Audio' },
            shots.map((each) => toItem(withSound(each), fps)),
          ),
        ]
      : []),
    ...(film.sound && film.frames > 0
      ? [toTrack({ name: 'Sound', kind: 'Audio' }, listSound(film, film.sound))]
      : []),
  ];
  return {
    OTIO_SCHEMA: 'Timeline.1',
    metadata: { atelier: { film: { name, document } } },
    name,
    global_start_time: null,
    tracks: toItemPart('Stack.1', { name: 'tracks', children: tracks }),
  };
}

function toTrack({ name, kind }: { name: string; kind: 'Video' | 'Audio' }, children: Part[]): Part {
  return toItemPart('Track.1', { name, kind, children });
}

const hasOwnSound = ({ take, shot }: TimelineShot) => take?.hasSound === true && shot.volume > 0;

const withSound = (shot: TimelineShot) => (hasOwnSound(shot) ? shot : { ...shot, take: undefined });

/** A shot as it is in a track; one without a take is a gap. */
function toItem({ shot, name, frames, take }: TimelineShot, fps: Rate): Part {
  const { id: shot_id, prompt, kind, volume } = shot;
  const made = { shot_id, prompt, kind, volume, generation_id: take?.generationId ?? null };
  const item = { name, metadata: { atelier: made }, source_range: toRange(frames, fps) };
  return take ? toClip(item, toReference(take, readTakeRange(take))) : toItemPart('Gap.1', item);
}

/** All pictures of a file, in the file's own rate. */
function readTakeRange({ seconds, ...source }: TimelineTake): Part {
  const { fps } = settleFormat('source', [source]);
  return toRange(toFrames(seconds, fps), fps);
}

/** The sound ends with the film, and is followed by silence where it is shorter. */
function listSound({ fps, frames, document }: FilmTimeline, sound: TimelineSound): Part[] {
  const available = sound.seconds === null ? null : toFrames(sound.seconds, fps);
  const length = Math.min(frames, available ?? frames);
  const metadata = { atelier: { volume: document.sound?.volume ?? 1 } };
  const clip = toClip(
    { name: 'Sound', metadata, source_range: toRange(length, fps) },
    toReference(sound, available === null ? null : toRange(available, fps)),
  );
  if (length === frames) return [clip];
  return [clip, toItemPart('Gap.1', { name: '', source_range: toRange(frames - length, fps) })];
}

type Item = { name: string; [field: string]: unknown };

function toClip(item: Item, reference: Part): Part {
  const media = {
    media_references: { DEFAULT_MEDIA: reference },
    active_media_reference_key: 'DEFAULT_MEDIA',
  };
  return toItemPart('Clip.2', { ...item, ...media });
}

function toItemPart(OTIO_SCHEMA: string, item: Item): Part {
  return { OTIO_SCHEMA, metadata: {}, source_range: null, effects: [], markers: [], enabled: true, ...item };
}

function toReference({ url }: { url: string }, available_range: Part | null): Part {
  return {
    OTIO_SCHEMA: 'ExternalReference.1',
    metadata: {},
    name: '',
    available_range,
    available_image_bounds: null,
    target_url: url,
  };
}

function toRange(frames: number, fps: Rate): Part {
  return { OTIO_SCHEMA: 'TimeRange.1', duration: toTime(frames, fps), start_time: toTime(0, fps) };
}

function toTime(value: number, { num, den }: Rate): Part {
  return { OTIO_SCHEMA: 'RationalTime.1', rate: num / den, value };
}
