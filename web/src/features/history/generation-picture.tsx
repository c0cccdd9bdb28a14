import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import EyeOff from 'lucide-react/icons/eye-off';
import Film from 'lucide-react/icons/film';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import { classNames } from '#ui/class-names.ts';

/** The still of a clip, and the muted clip over it while `isPlaying`. */
export function VideoPicture({
  generation,
  isPlaying,
}: {
  generation: PublicGeneration;
  isPlaying: boolean;
}) {
  const output = generation.outputs[0];
  return (
    <PictureBox
      output={output}
      src={output?.poster_url}
      fit="object-contain"
      NoPicture={Film}
      badge={output?.duration_seconds ? formatClock(output.duration_seconds) : undefined}
      className="aspect-video"
    >
      {isPlaying && output?.url ? (
        <video
          src={output.url}
          muted
          loop
          autoPlay
          playsInline
          aria-hidden="true"
          tabIndex={-1}
          className="absolute inset-0 size-full object-contain"
        />
      ) : null}
    </PictureBox>
  );
}

/** The first image of a generation, cropped to a square. */
export function ImagePicture({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('image-history');
  const outputs = shownOutputs(generation);
  const output = outputs[0];
  return (
    <PictureBox
      output={output}
      src={output?.poster_url ?? output?.url}
      fit="object-cover"
      NoPicture={EyeOff}
      badge={outputs.length > 1 ? t('count', { count: outputs.length }) : undefined}
      className="aspect-square"
    />
  );
}

type PictureBoxProps = {
  output: PublicOutput | undefined;
  src: string | null | undefined;
  fit: 'object-contain' | 'object-cover';
  /** Shown when there is no picture. */
  NoPicture: ComponentType<{ size: number; strokeWidth: number; 'aria-hidden': 'true' }>;
  badge: string | undefined;
  className: string;
  children?: ReactNode;
};

/** Fades from the picture's average color to the picture, or to an icon when there is none. Never changes its size. */
function PictureBox(props: PictureBoxProps) {
  const { output, src, fit, NoPicture, badge, className, children } = props;
  const [isLoaded, setIsLoaded] = useState(false);
  return (
    <div
      className={classNames(
        'relative grid place-items-center overflow-hidden rounded-lg bg-stage text-ink-faint',
        className,
      )}
      style={{ backgroundColor: output?.placeholder ?? undefined }}
    >
      {output ? null : <NoPicture size={24} strokeWidth={1.5} aria-hidden="true" />}
      {output && src ? (
        <img
          src={src}
          alt=""
          width={output.width ?? undefined}
          height={output.height ?? undefined}
          loading="lazy"
          decoding="async"
          onLoad={() => setIsLoaded(true)}
          className={classNames(
            'absolute inset-0 size-full transition-opacity duration-300',
            fit,
            isLoaded ? 'opacity-100' : 'opacity-0',
          )}
        />
      ) : null}
      {children}
      {badge === undefined ? null : (
        <span className="absolute right-2 bottom-2 rounded-sm bg-canvas/80 px-1.5 text-xs text-ink tabular-nums">
          {badge}
        </span>
      )}
    </div>
  );
}
