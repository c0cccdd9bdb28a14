import type { CSSProperties, ReactNode } from 'react';

type MediaBoxProps = { width: number; height: number; children: ReactNode };

/** A box for media of a known size: full width, never taller than the viewport, laid out before anything loads. */
export function MediaBox({ width, height, children }: MediaBoxProps) {
  const style: CSSProperties = {
    aspectRatio: `${width} / ${height}`,
    width: `min(100%, calc(var(--tallest) * ${width / height}))`,
  };
  return (
    <div className="grid justify-items-center overflow-hidden rounded-lg bg-stage [--tallest:48dvh] md:[--tallest:min(72dvh,44rem)]">
      <div className="relative overflow-hidden" style={style}>
        {children}
      </div>
    </div>
  );
}
