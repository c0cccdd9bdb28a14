import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import EyeOff from 'lucide-react/icons/eye-off';
import Film from 'lucide-react/icons/film';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format.ts';
import { createStore } from '#lib/store.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import { classNames } from '#ui/class-names.ts';

type Loading = {
  /**
   * Time to load, for lists that render only what is near the window: `now` is in it, `soon` around it. By default the
   * picture loads when it comes near the window.
   */
  loading?: 'now' | 'soon' | 'lazy';
};

type VideoPictureProps = Loading & {
  generation: PublicGeneration;
  isPlaying: boolean;
  /** Whether the clip plays over it elsewhere. */
  isCovered?: boolean;
  className?: string;
};

/** The still of a clip, and the muted clip over it while `isPlaying`. */
export function VideoPicture(props: VideoPictureProps) {
  const { generation, isPlaying, isCovered = false, loading, className = 'aspect-video' } = props;
  const output = generation.outputs[0];
  const [isMoving, setMoving] = useState(false);
  return (
    <PictureBox
      output={output}
      loading={loading}
      src={output?.poster_url}
      fit="object-contain"
      isCovered={isCovered || (isPlaying && isMoving)}
      NoPicture={Film}
      badge={output?.duration_seconds ? formatClock(output.duration_seconds) : undefined}
      className={className}
    >
      {isPlaying && output?.url ? (
        <video
          src={output.url}
          onLoadStart={() => setMoving(false)}
          onPlaying={() => setMoving(true)}
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

type ImagePictureProps = Loading & {
  generation: PublicGeneration;
  fit?: 'object-contain' | 'object-cover';
  className?: string;
};

/** The first image of a generation; cropped to a square unless its box has its ratio. */
export function ImagePicture(props: ImagePictureProps) {
  const { generation, fit = 'object-cover', loading, className = 'aspect-square' } = props;
  const { t } = useTranslation('history');
  const outputs = shownOutputs(generation);
  const output = outputs[0];
  return (
    <PictureBox
      output={output}
      fit={fit}
      loading={loading}
      src={output?.poster_url ?? output?.url}
      NoPicture={EyeOff}
      badge={outputs.length > 1 ? t('images', { count: outputs.length }) : undefined}
      className={className}
    />
  );
}

type PictureBoxProps = Loading & {
  output: PublicOutput | undefined;
  src: string | null | undefined;
  fit: 'object-contain' | 'object-cover';
  /** Whether a clip plays over it, through whose transparent parts it would be seen. */
  isCovered?: boolean;
  /** Shown when there is no picture. */
  NoPicture: ComponentType<{ size: number; strokeWidth: number; 'aria-hidden': 'true' }>;
  badge: string | undefined;
  className: string;
  children?: ReactNode;
};

/** A picture that was there within this time does not fade: a window full of them would, all at once. */
const maxUnfadedMs = 250;

/** The picture's average color until the picture is there, or an icon when there is none. Never changes its size. */
function PictureBox(props: PictureBoxProps) {
  const { output, src, fit, isCovered, loading = 'lazy', NoPicture, badge, className, children } = props;
  const [startMs] = useState(() => performance.now());
  const [waitedMs, setWaitedMs] = useState<number>();
  const [hasFailed, setFailed] = useState(false);
  useAwaited(loading === 'now' && Boolean(output && src) && waitedMs === undefined && !hasFailed);
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
          loading={loading === 'lazy' ? 'lazy' : 'eager'}
          fetchPriority={loading === 'now' ? 'high' : 'auto'}
          decoding="async"
          onLoad={() => setWaitedMs(performance.now() - startMs)}
          onError={() => setFailed(true)}
          className={classNames(
            'absolute inset-0 size-full',
            fit,
            isCovered && 'invisible',
            waitedMs === undefined && 'opacity-0',
            waitedMs !== undefined && waitedMs > maxUnfadedMs && 'transition-opacity duration-300',
          )}
        />
      ) : null}
      {children}
      {badge === undefined ? null : <PictureBadge text={badge} />}
    </div>
  );
}

/** How many pictures of a list's window are on their way, or their generations are. */
const awaited = createStore(0);
/** Longest wait of the pictures around the window, in case one inside it never arrives. */
const longestTurnMs = 1_000;

/** Lets what is around the window wait as long as this one of the window is on its way. */
export function useAwaited(isOnItsWay: boolean): void {
  useEffect(() => {
    if (!isOnItsWay) return;
    awaited.set(awaited.get() + 1);
    return () => awaited.set(awaited.get() - 1);
  }, [isOnItsWay]);
}

/** Waiting pictures around the window. One animation frame starts all, since every arriving picture changes `awaited`. */
const waiting = new Set<() => void>();
let turnFrame = 0;

/** Starts the waiting pictures in the next frame, when a generation that has arrived has been replaced by its picture. */
function passTurn(): void {
  if (awaited.get() > 0 || waiting.size === 0) return;
  cancelAnimationFrame(turnFrame);
  turnFrame = requestAnimationFrame(() => {
    if (awaited.get() === 0) for (const take of [...waiting]) take();
  });
}

awaited.subscribe(passTurn);

/** Whether something around the window may be drawn: all that is in it is there. `isFirst`: it is in it. */
export function useTurn(isFirst: boolean): boolean {
  const [isTurn, setTurn] = useState(isFirst);
  useEffect(() => {
    if (isTurn) return;
    const take = () => setTurn(true);
    waiting.add(take);
    passTurn();
    const timer = setTimeout(take, longestTurnMs);
    return () => {
      waiting.delete(take);
      clearTimeout(timer);
    };
  }, [isTurn]);
  return isTurn;
}

/** A length or a number, in the corner of a picture. */
function PictureBadge({ text }: { text: string }) {
  return (
    <span className="absolute right-2 bottom-2 rounded-sm bg-canvas/80 px-1.5 text-xs text-ink tabular-nums">
      {text}
    </span>
  );
}
