import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import EyeOff from 'lucide-react/icons/eye-off';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { excerptOf } from '#product/generation/excerpt.ts';
import { FieldReasons, ModelReason } from '#product/generation/failure-cause.tsx';
import { GenerationSound } from '#product/generation/generation-sound.tsx';
import { useImageDialogLabels } from '#product/generation/image-dialog-labels.ts';
import { downloadName } from '#product/generation/outputs.ts';
import { useVideoLabels } from '#product/generation/video-labels.ts';
import { toStep } from '#ui/image-dialog/zoom.ts';
import { ZoomButtons } from '#ui/image-dialog/zoom-buttons.tsx';
import { VideoPlayer } from '#ui/video/video-player.tsx';
import { FailureNote } from './failure-note.tsx';

/** The result, or why there is none. */
export function DetailsMedia({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('history');
  const output = generation.outputs[0];
  if (generation.medium === 'image' && output) return <Images generation={generation} />;
  if (generation.medium === 'audio' && output?.url) {
    return <GenerationSound generation={generation} output={output} url={output.url} />;
  }
  if (output?.url) {
    return <Video generation={generation} output={output} url={output.url} />;
  }
  return (
    <div className="flex flex-col gap-3">
      {generation.error ? <p className="font-medium text-danger-text">{t('details.failedTitle')}</p> : null}
      <FailureNote generation={generation} />
      <FieldReasons error={generation.error} />
      <ModelReason error={generation.error} />
    </div>
  );
}

type VideoProps = { generation: PublicGeneration; output: PublicOutput; url: string };

/** The video at 25 to 300 % of the size at which it fits; larger ones scroll. */
function Video({ generation, output, url }: VideoProps) {
  const labels = useImageDialogLabels();
  const videoLabels = useVideoLabels();
  const [zoom, setZoom] = useState(100);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div
        // A box that scrolls has to be reachable by keyboard.
        tabIndex={zoom > 100 ? 0 : undefined}
        className="grid max-h-[60dvh] overflow-auto rounded-lg bg-stage"
      >
        <div
          className={zoom < 100 ? 'justify-self-center' : undefined}
          style={{ width: `${zoom}%`, '--max-height': `${(60 * zoom) / 100}dvh` } as CSSProperties}
        >
          <VideoPlayer
            src={url}
            poster={output.poster_url ?? undefined}
            label={excerptOf(generation.prompt)}
            width={output.width ?? generation.width ?? 16}
            height={output.height ?? generation.height ?? 9}
            isAutoPlaying
            labels={videoLabels}
            fps={output.fps}
            fileName={downloadName(generation, output)}
            className="max-h-(--max-height)"
          />
        </div>
      </div>
      <div className="flex items-center justify-end gap-1">
        <ZoomButtons
          zoom={zoom}
          labels={labels}
          onZoom={(by) => setZoom((known) => toStep(known + by))}
          onReset={() => setZoom(100)}
        />
      </div>
    </div>
  );
}

/** The images of a generation, each linking to the whole file unless the safety checker held it back. */
function Images({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('history');
  const { outputs } = generation;
  const count = outputs.length;
  return (
    <div className="flex flex-col gap-3">
      <ul className={count > 1 ? 'grid grid-cols-2 gap-2' : 'grid'}>
        {outputs.map((output, index) => (
          <li
            key={output.id}
            className="relative grid max-h-[60dvh] w-full place-items-center overflow-hidden rounded-lg bg-stage"
            style={{
              aspectRatio: `${output.width ?? 1} / ${output.height ?? 1}`,
              backgroundColor: output.placeholder ?? undefined,
            }}
          >
            {output.url && !output.is_flagged ? (
              <a href={output.url} target="_blank" rel="noreferrer" className="absolute inset-0">
                <img
                  src={count > 1 ? (output.poster_url ?? output.url) : output.url}
                  alt={t('details.imageOf', { place: index + 1, count })}
                  className="size-full object-contain"
                />
              </a>
            ) : (
              <p className="flex flex-col items-center gap-2 bg-stage p-4 text-center text-sm text-ink-soft">
                <EyeOff size={20} aria-hidden="true" />
                {t('details.heldBack')}
              </p>
            )}
          </li>
        ))}
      </ul>
      <FailureNote generation={generation} />
    </div>
  );
}
