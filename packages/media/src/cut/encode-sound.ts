import { setImmediate } from 'node:timers/promises';
import type { Packet } from 'node-av';
import { Encoder, FilterAPI, Muxer } from 'node-av/api';
import { AV_PKT_DATA_SKIP_SAMPLES, FF_ENCODER_LIBMP3LAME, FF_ENCODER_PCM_S16LE } from 'node-av/constants';
import { encodeWhole } from '../encode-whole.ts';
import { mixSound } from './mix-sound.ts';
import type { CutSources } from './plan-clips.ts';
import { sampleRate } from './read-samples.ts';
import type { RenderRequest } from './render-request.ts';
import { toFrames } from './sample-frames.ts';

/** A picture for each sample: lengths of a sound are counted in these. */
export const soundFormat = { width: 0, height: 0, fps: { num: sampleRate, den: 1 } } as const;

/** Samples that the encoder of mp3 takes at once; that of wav takes any number. */
const blockLength = 1_152;
const codecs = {
  mp3: { encoder: FF_ENCODER_LIBMP3LAME, bitrate: 256_000, sampleFormat: 'fltp' },
  wav: { encoder: FF_ENCODER_PCM_S16LE, bitrate: undefined, sampleFormat: 's16' },
} as const;

/** Writes the sound of a cut alone, to the sample as long as its clips. `onPacket` gets how many samples are written. */
export async function encodeSound(
  { sound, outputPath }: Pick<RenderRequest, 'sound' | 'outputPath'>,
  {
    container,
    sources,
    onPacket,
  }: {
    container: keyof typeof codecs;
    sources: CutSources;
    onPacket: (samples: number) => void;
  },
): Promise<void> {
  const { encoder, bitrate, sampleFormat } = codecs[container];
  using tone = Encoder.createSync(encoder, bitrate === undefined ? {} : { bitrate });
  await using output = await Muxer.open(outputPath, { format: container });
  using filter = FilterAPI.create(`aformat=sample_fmts=${sampleFormat}`);
  const mix = mixSound({ ...sources, format: soundFormat, request: sound });
  using open = new DisposableStack();
  const frames = filter.framesSync(toFrames(mix));
  const isWhole = container === 'mp3';
  const packets = open.adopt(
    isWhole ? encodeWhole(frames, { encoder: tone, blockLength }) : tone.packetsSync(frames),
    (each) => each.return(undefined),
  );
  const index = output.addStream(tone);
  let [count, done] = [0, 0];
  for (const packet of packets) {
    if (!packet) continue;
    using current = packet;
    if (isWhole && current.duration < blockLength) nameFilling(current);
    output.writePacketSync(current, index);
    count += 1;
    done += Number(current.duration);
    onPacket(done);
    if (count % 100 === 0) await setImmediate();
  }
}

/** Names the samples that only fill up the last block: the file says then how many players leave out. */
function nameFilling(packet: Packet): void {
  const data = Buffer.alloc(10);
  data.writeUInt32LE(blockLength - Number(packet.duration), 4);
  packet.addSideData(AV_PKT_DATA_SKIP_SAMPLES, data);
}
