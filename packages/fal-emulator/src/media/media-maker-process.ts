import { answerCalls } from '@atelier/media';
import { Log } from 'node-av';
import { AV_LOG_ERROR } from 'node-av/constants';
import { type MixOrder, mixSound } from './mix-sound.ts';
import { type ImageOrder, renderImage } from './render-image.ts';
import { renderSound, type SoundOrder } from './render-sound.ts';
import { renderVideo, type VideoOrder } from './render-video.ts';

type Call<Order> = { order: Order; outputPath: string };

Log.setLevel(AV_LOG_ERROR);
answerCalls({
  video: ({ order, outputPath }: Call<VideoOrder>) => renderVideo(order, outputPath),
  image: ({ order, outputPath }: Call<ImageOrder>) => renderImage(order, outputPath),
  sound: ({ order, outputPath }: Call<SoundOrder>) => renderSound(order, outputPath),
  mix: ({ order, outputPath }: Call<MixOrder>) => mixSound(order, outputPath),
});
