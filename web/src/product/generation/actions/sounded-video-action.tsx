import type { PublicGeneration } from '@atelier/contract';
import FileVideo from 'lucide-react/icons/file-video';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '#lib/save-file.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { fetchSoundedVideo } from '#product/api/generations.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { downloadName, type ShownOutput } from '../outputs.ts';
import { ButtonAction } from './actions.tsx';

type SoundedVideoActionProps = {
  generation: PublicGeneration;
  output: ShownOutput;
  name?: string;
  /** Shows the icon without the label. */
  isIcon?: boolean;
};

/** Downloads the video of a finished sound with it as one file. A page with sounds has to have loaded `audio`. */
export function SoundedVideoAction(props: SoundedVideoActionProps) {
  // Pages without sounds have not loaded their words.
  return isJoinable(props.generation) ? <JoinedVideoAction {...props} /> : null;
}

function JoinedVideoAction({ generation, output, name, isIcon }: SoundedVideoActionProps) {
  const { t } = useTranslation('audio');
  const { isMaking, save } = useSoundedVideo(generation, output);
  return (
    <ButtonAction
      Icon={isMaking ? LoaderCircle : FileVideo}
      isIcon={isIcon}
      label={t(isMaking ? 'videoWithSoundMaking' : 'videoWithSound')}
      name={isMaking ? undefined : name}
      onClick={save}
    />
  );
}

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
