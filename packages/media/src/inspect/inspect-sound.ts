import type { Frame } from 'node-av';
import { Decoder, type Demuxer, FilterAPI } from 'node-av/api';
import { type Finding, type Inspection, judge, judgeLength, pickWorst } from './inspection.ts';

const bytesPerSample = 2;
const fullScale = 32_767;

/** Peaks in decibels below full scale: -60 is quieter than the noise of any room. */
const silence = { fault: -60, doubt: -45 };
/** The share of samples at full scale above which a sound is heard to be cut off. */
const maxClipped = 0.05;

/** Throws for what has no sound or cannot be decoded. */
export function inspectSound(media: Demuxer, soldSeconds: number | undefined): Inspection {
  const { peak, clipped, samples, seconds } = measure(media);
  if (samples === 0) throw new Error('No sound could be decoded');
  const peakDb = Math.round(20 * Math.log10(Math.max(peak, 0.5) / fullScale) * 10) / 10;
  return {
    ...pickWorst([
      judge('silent', peakDb, silence),
      judgeLength(seconds, soldSeconds),
      judgeClipping(clipped / samples),
    ]),
    measured: { peakDb, clippedShare: clipped / samples, seconds },
    frames: null,
  };
}

/** Loud music is made so on purpose: a cut-off sound is never beyond doubt. */
function judgeClipping(share: number): Finding {
  return { fault: null, doubt: share > maxClipped ? 'clipped' : null };
}

type Measured = { peak: number; clipped: number; samples: number; seconds: number };

/** Half the distance between the lowest and the highest sample, so that a constant offset is silence too. */
function measure(media: Demuxer): Measured {
  const stream = media.audio();
  if (!stream) throw new Error('The file has no sound');
  using decoder = Decoder.createSync(stream);
  using filter = FilterAPI.create('aformat=sample_fmts=s16:channel_layouts=mono');
  let [low, high, clipped, samples, seconds] = [0, 0, 0, 0, 0];
  let isFirst = true;
  for (const frame of filter.framesSync(decoder.framesSync(media.packetsSync(stream.index)))) {
    if (!frame) continue;
    using current = frame;
    for (const value of listSamples(current)) {
      if (isFirst) [low, high, isFirst] = [value, value, false];
      if (value < low) low = value;
      if (value > high) high = value;
      if (value >= fullScale || value <= -fullScale) clipped += 1;
    }
    samples += current.nbSamples;
    seconds += current.nbSamples / current.sampleRate;
  }
  return { peak: (high - low) / 2, clipped, samples, seconds };
}

function* listSamples(frame: Frame): Generator<number> {
  const data = frame.data?.[0];
  for (let index = 0; data && index < frame.nbSamples; index += 1)
    yield data.readInt16LE(index * bytesPerSample);
}
