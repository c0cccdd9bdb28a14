import type { PublicGeneration } from '@atelier/contract';
import { saveBlob } from '#lib/save-file.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { fetchSoundedVideo } from '#product/api/generations.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { downloadName, type ShownOutput } from '../outputs.ts';

/** Whether a sound was made for a video that can take it: a GIF has no place for sound. */
export function isJoinable({ input: { video_url: videoUrl } }: PublicGeneration): boolean {
  return typeof videoUrl === 'string' && !videoUrl.endsWith('.gif');
}

/** Saves the video of a finished sound with it. */
export function useSoundedVideo(generation: PublicGeneration, output: ShownOutput | undefined) {
  const { isRunning, run } = useSingleRun(showErrorToast);
  const save = () =>
    output &&
    run(async () => {
      const video = await fetchSoundedVideo(generation.id);
      saveBlob(video, downloadName(generation, { ...output, content_type: video.type }));
    });
  return { isMaking: isRunning, save };
}
