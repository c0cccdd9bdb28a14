import type { PublicGeneration } from '@atelier/contract';
import Ban from 'lucide-react/icons/ban';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Film from 'lucide-react/icons/film';
import { formatClock } from '#lib/format/format-clock.ts';
import { classNames } from '#ui/class-names.ts';
import { Poster } from './poster.tsx';

type RowPictureProps = { generation: PublicGeneration; isPlaying: boolean };

/** The picture of a row: the clip's still, or a sign of why there is none. Its box never changes its size. */
export function RowPicture({ generation, isPlaying }: RowPictureProps) {
  const output = generation.outputs[0];
  const Sign = generation.status === 'failed' ? CircleAlert : generation.status === 'cancelled' ? Ban : Film;
  return (
    <div
      className={classNames(
        'relative grid place-items-center overflow-hidden rounded-lg bg-stage text-ink-faint',
        // On a phone an empty picture would push the words off the screen.
        output ? 'aspect-video' : 'aspect-[16/5] @md:aspect-video',
      )}
      style={{ backgroundColor: output?.placeholder ?? undefined }}
    >
      {output ? (
        <Poster output={output} isPlaying={isPlaying} />
      ) : (
        <Sign size={24} strokeWidth={1.5} aria-hidden="true" />
      )}
      {output?.duration_seconds ? (
        <span className="absolute right-2 bottom-2 rounded-sm bg-canvas/80 px-1.5 text-xs text-ink tabular-nums">
          {formatClock(output.duration_seconds)}
        </span>
      ) : null}
    </div>
  );
}
