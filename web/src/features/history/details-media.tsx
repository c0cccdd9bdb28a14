import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { excerptOf } from '#product/generation/excerpt.ts';
import { VideoPlayer } from '#ui/video-player.tsx';
import { ImagePanel } from './details/image-panel.tsx';
import { FailureNote } from './failure-note.tsx';
import { isMotionWelcome } from './video/is-motion-welcome.ts';
import { RowPicture } from './video/row-picture.tsx';

/** The result, or why there is none. */
export function MediaPanel({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('history');
  const output = generation.outputs[0];
  if (generation.medium === 'image' && output) return <ImagePanel generation={generation} />;
  if (output?.url) {
    return (
      <VideoPlayer
        src={output.url}
        poster={output.poster_url ?? undefined}
        label={excerptOf(generation.prompt)}
        width={output.width ?? generation.width ?? 16}
        height={output.height ?? generation.height ?? 9}
        isAutoPlaying={isMotionWelcome()}
        className="max-h-[60dvh] rounded-lg"
      />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <RowPicture generation={generation} isPlaying={false} />
      {generation.error ? <p className="font-medium text-danger-text">{t('details.failedTitle')}</p> : null}
      <FailureNote generation={generation} />
    </div>
  );
}
