import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import EyeOff from 'lucide-react/icons/eye-off';
import Film from 'lucide-react/icons/film';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import { classNames } from '#ui/class-names.ts';

type VideoPictureProps = { generation: PublicGeneration; isPlaying: boolean; className?: string };

/** The still of a clip, and the muted clip over it while `isPlaying`. */
export function VideoPicture({ generation, isPlaying, className = 'aspect-video' }: VideoPictureProps) {
  const output = generation.outputs[0];
  return (
    <PictureBox
      output={output}
      src={output?.poster_url}
      fit="object-contain"
      NoPicture={Film}
      badge={output?.duration_seconds ? formatClock(output.duration_seconds) : undefined}
      className={className}
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

type ImagePictureProps = {
  generation: PublicGeneration;
  fit?: 'object-contain' | 'object-cover';
  className?: string;
};

/** The first image of a generation; cropped to a square unless its box has its ratio. */
export function ImagePicture(props: ImagePictureProps) {
  const { generation, fit = 'object-cover', className = 'aspect-square' } = props;
  const { t } = useTranslation('history');
  const outputs = shownOutputs(generation);
  const output = outputs[0];
  return (
    <PictureBox
      output={output}
      src={output?.poster_url ?? output?.url}
      fit={fit}
      NoPicture={EyeOff}
      badge={outputs.length > 1 ? t('images', { count: outputs.length }) : undefined}
      className={className}
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
      {badge === undefined ? null : <PictureBadge text={badge} />}
    </div>
  );
}

/** A length or a number, in the corner of a picture. */
export function PictureBadge({ text }: { text: string }) {
  return (
    <span className="absolute right-2 bottom-2 rounded-sm bg-canvas/80 px-1.5 text-xs text-ink tabular-nums">
      {text}
    </span>
  );
}
