import type { PublicGeneration } from '@atelier/contract';
import EyeOff from 'lucide-react/icons/eye-off';
import { useTranslation } from 'react-i18next';
import { excerptOf } from '#product/generation/excerpt.ts';
import { prefersReducedMotion } from '#ui/prefers-reduced-motion.ts';
import { VideoPlayer } from '#ui/video-player.tsx';
import { FailureNote } from './failure-note.tsx';
import { VideoPicture } from './generation-picture.tsx';

/** The result, or why there is none. */
export function DetailsMedia({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('history');
  const output = generation.outputs[0];
  if (generation.medium === 'image' && output) return <Images generation={generation} />;
  if (output?.url) {
    return (
      <VideoPlayer
        src={output.url}
        poster={output.poster_url ?? undefined}
        label={excerptOf(generation.prompt)}
        width={output.width ?? generation.width ?? 16}
        height={output.height ?? generation.height ?? 9}
        isAutoPlaying={!prefersReducedMotion()}
        className="max-h-[60dvh] rounded-lg"
      />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <VideoPicture generation={generation} isPlaying={false} />
      {generation.error ? <p className="font-medium text-danger-text">{t('details.failedTitle')}</p> : null}
      <FailureNote generation={generation} />
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
