import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import { FF_ENCODER_AAC } from 'node-av/constants';

export type MixOrder = { videoPath: string; soundPath: string };

/** Copies the video stream unchanged and adds the sound as AAC, in an mp4. */
export async function mixSound({ videoPath, soundPath }: MixOrder, outputPath: string): Promise<void> {
  await using video = await Demuxer.open(videoPath);
  await using sound = await Demuxer.open(soundPath);
  const picture = video.video();
  const tone = sound.audio();
  if (!picture || !tone) throw new Error('There is no picture or no sound to mix');
  using decoder = await Decoder.create(tone);
  using filter = FilterAPI.create(
    'aformat=sample_fmts=fltp:sample_rates=44100:channel_layouts=stereo,asetnsamples=1024',
  );
  using encoder = await Encoder.create(FF_ENCODER_AAC, { filter, bitrate: 128_000 });
  await using output = await Muxer.open(outputPath, { format: 'mp4', options: { movflags: '+faststart' } });
  const pictureIndex = output.addStream(picture);
  const toneIndex = output.addStream(encoder);
  for await (using packet of encoder.packets(filter.frames(decoder.frames(sound.packets(tone.index))))) {
    await output.writePacket(packet, toneIndex);
  }
  for await (using packet of video.packets(picture.index)) {
    await output.writePacket(packet, pictureIndex);
  }
}
