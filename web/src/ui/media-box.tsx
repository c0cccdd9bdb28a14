import type { ReactNode } from 'react';

type Size = { width: number; height: number };

type MediaBoxProps = Size & {
  /** Size whose ratio the box had before its content was there, and keeps: nothing below it moves. */
  kept?: Size | undefined;
  /** A small version of the picture, which fills blurred what is left over beside it. */
  backdrop?: string | null | undefined;
  /** Its average color, before that has loaded. */
  color?: string | null | undefined;
  children: ReactNode;
};

const stage = '(100svh - var(--header-height))';
/** Leaves room for the acts and a row of works, unless the window is low. */
const tallest = `min(${stage} * 0.62, max(${stage} - 21.5rem, 22rem))`;

/**
 * A result in its ratio (of pixels, or of any numbers), never cropped: as wide as its place, no higher than most of a
 * window and than leaves room for what belongs below it. `--bleed` is how far it reaches beyond both edges of that place.
 * Laid out before anything loads. By `svh`, which does not change as the bars of a phone come and go.
 */
export function MediaBox({ width, height, kept, backdrop, color, children }: MediaBoxProps) {
  const outer = kept ?? { width, height };
  return (
    <div
      data-media-box
      className="relative grid place-items-center overflow-hidden bg-stage"
      style={{
        width: 'calc(100% + 2 * var(--bleed, 0rem))',
        marginInline: 'calc(-1 * var(--bleed, 0rem))',
        borderRadius: 'calc(var(--radius-lg) - var(--bleed, 0rem))',
        aspectRatio: `${outer.width} / ${outer.height}`,
        maxHeight: tallest,
        containerType: 'size',
        backgroundColor: color?.startsWith('#') ? color : undefined,
      }}
    >
      {backdrop ? (
        <img
          src={backdrop}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
          style={{ filter: 'blur(2rem)', scale: 1.1 }}
        />
      ) : null}
      <div
        className="relative overflow-hidden"
        style={{ aspectRatio: `${width} / ${height}`, width: `min(100cqw, 100cqh * ${width / height})` }}
      >
        {children}
      </div>
    </div>
  );
}
