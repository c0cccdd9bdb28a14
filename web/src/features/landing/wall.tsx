import { Link } from '@tanstack/react-router';
import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { prefersStill } from '#ui/prefers-still.ts';
import { loops } from './loops.build.ts';

const columnCount = 6;
const tilesPerColumn = 6;
/** Shade behind the text, so that it can be read over any picture. Wider than a phone. */
const shade = {
  insetInline: 'min(-10%, 50% - 30rem)',
  background: 'radial-gradient(ellipse 50% 62% at 50% 45%, var(--color-canvas) 38%, transparent)',
};
/** Classes of the columns by their place: three on phones, four below 1024 px, else six. */
const shownFrom = ['', '', '', 'hidden md:flex', 'hidden lg:flex', 'hidden lg:flex'];

/**
 * Videos behind the prompt box. Pictures first; they move once the page has loaded, and only while they are in view. For
 * a pointer each is a link to the form with its prompt; everything on it is also below, for keyboards and screen readers.
 */
export function Wall() {
  const ref = useRef<HTMLDivElement>(null);
  const isMoving = useMoving(ref);
  return (
    <div
      ref={ref}
      aria-hidden="true"
      className="absolute inset-0 -z-10 grid grid-cols-3 gap-2 overflow-hidden px-2 md:grid-cols-4 lg:grid-cols-6 lg:gap-3 lg:px-3"
    >
      {Array.from({ length: columnCount }, (_, column) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
          key={column}
          className={classNames(
            'flex-col gap-2 lg:gap-3',
            shownFrom[column] || 'flex',
            column % 2 === 0 ? 'animate-drift' : 'animate-drift [animation-direction:alternate-reverse]',
          )}
        >
          {drawLoops(column).map((loop, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column shows a video more than once
            <Tile key={row} loop={loop} isMoving={isMoving} />
          ))}
        </div>
      ))}
      <div data-shade className="pointer-events-none absolute inset-y-0" style={shade} />
      <div className="pointer-events-none absolute inset-x-0 bottom-0 h-32 bg-linear-to-t from-canvas to-transparent" />
    </div>
  );
}

type Loop = (typeof loops)[number];

/** Neighbours begin at different videos. */
function drawLoops(column: number): Loop[] {
  return Array.from(
    { length: tilesPerColumn },
    (_, row) => loops[(column * 7 + row * 5) % loops.length],
  ).filter((loop) => loop !== undefined);
}

function Tile({ loop, isMoving }: { loop: Loop; isMoving: boolean }) {
  const { t } = useTranslation('landing');
  const { name, width, height, videoUrl, posterUrl } = loop;
  const prompt = t(`loops.${name}`);
  return (
    <Link
      to="/creator/video/{-$type}"
      params={{ type: 'text-to-video' }}
      search={{ prompt }}
      tabIndex={-1}
      preload={false}
      className="group relative block shrink-0 overflow-hidden rounded-lg bg-stage"
    >
      {/* Tiles on a phone are smaller than the sentence before them, which is the page's first answer. */}
      <img
        src={posterUrl}
        alt=""
        width={width}
        height={height}
        className="block h-auto max-h-32 w-full object-cover lg:max-h-none"
      />
      {isMoving ? (
        <video
          src={videoUrl}
          muted
          loop
          autoPlay
          playsInline
          className="absolute inset-0 size-full object-cover"
        />
      ) : null}
      <span className="absolute inset-0 hidden flex-col justify-end bg-linear-to-t from-shade to-transparent p-3 text-xs text-on-accent opacity-0 transition-opacity duration-180 group-hover:opacity-100 lg:flex">
        <span title={prompt} className="line-clamp-3">
          {prompt}
        </span>
        <span className="mt-1.5 flex items-center gap-1.5 font-semibold">
          <CornerDownLeft size={12} />
          {t('wall.use')}
        </span>
      </span>
    </Link>
  );
}

/** Whether the wall moves: it is in view, the page has loaded, and the user saves neither motion nor data. */
function useMoving(ref: React.RefObject<HTMLDivElement | null>): boolean {
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    const wall = ref.current;
    if (!wall || prefersStill()) return;
    const observer = new IntersectionObserver(([entry]) => setMoving(entry?.isIntersecting === true));
    const start = () => observer.observe(wall);
    if (document.readyState === 'complete') start();
    else addEventListener('load', start, { once: true });
    return () => {
      removeEventListener('load', start);
      observer.disconnect();
    };
  }, [ref]);
  return isMoving;
}
