// A film as an edit decision list in the form of CMX 3600, which every editor reads.
import { type FilmToExport, type Rate, type TimelineShot, toFrames, toLine, toTimeline } from './timeline.ts';

const maxTitleCodePoints = 70;

const timecodeRates = [24, 25, 30, 48, 50, 60];

/** Returns the rate, or 24 when timecode cannot number it, such as the 16 pictures a second of some models. */
function toTimecodeRate(fps: Rate): Rate {
  const isKnown = fps.den !== 1_000 && timecodeRates.includes(countNumbers(fps));
  return isKnown ? fps : { num: 24, den: 1 };
}

/** Frame numbers of one second of timecode: 24 at a rate of 23.976. */
function countNumbers({ num, den }: Rate): number {
  return Math.round(num / den);
}

/**
 * Writes an event for each shot, with record times that follow each other without a gap; a shot without a take is black.
 * The added sound is the last event. Timecode is non-drop.
 */
export function writeEdl(film: FilmToExport): string {
  const { name, fps, frames, shots, sound } = toTimeline(film, toTimecodeRate);
  const title = [...toLine(name)].slice(0, maxTitleCodePoints).join('');
  const soundFrames =
    sound && Math.min(frames, sound.seconds === null ? frames : toFrames(sound.seconds, fps));
  const events = [
    ...shots.flatMap((shot, index) => describeShot(shot, index + 1, fps)),
    ...(sound && soundFrames
      ? [
          formatEvent(
            { number: shots.length + 1, reel: 'SOUND001', track: 'AA', start: 0, frames: soundFrames },
            fps,
          ),
          `* FROM CLIP NAME: ${toLine(sound.url)}`,
        ]
      : []),
  ];
  return [`TITLE: ${title}`, 'FCM: NON-DROP FRAME', '', ...events, ''].join('\r\n');
}

function describeShot({ name, start, frames, take }: TimelineShot, number: number, fps: Rate): string[] {
  const reel = take ? `SHOT${String(number).padStart(4, '0')}` : 'BL';
  const rate = Number((fps.num / fps.den).toFixed(3));
  return [
    formatEvent({ number, reel, track: 'V', start, frames }, fps),
    `* FROM CLIP NAME: ${name}`,
    ...(take ? [`* SOURCE FILE: ${take.url}`] : []),
    ...(number === 1 ? [`* FRAME RATE: ${rate}`] : []),
  ];
}

type Event = { number: number; reel: string; track: 'V' | 'AA'; start: number; frames: number };

function formatEvent({ number, reel, track, start, frames }: Event, fps: Rate): string {
  // A timeline begins at 01:00:00:00 by convention.
  const record = 3_600 * countNumbers(fps) + start;
  const times = [0, frames, record, record + frames].map((frame) => formatTimecode(frame, fps));
  const columns = [reel.padEnd(8), track.padEnd(5), 'C'.padEnd(8), ...times];
  return `${String(number).padStart(3, '0')}  ${columns.join(' ')}`;
}

function formatTimecode(frame: number, fps: Rate): string {
  const numbers = countNumbers(fps);
  const seconds = Math.floor(frame / numbers);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60, frame % numbers];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
