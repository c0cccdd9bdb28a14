const boxPx = 18;

/** The outline of an aspect ratio, inside a square. */
export function RatioShape({ ratio }: { ratio: readonly [number, number] }) {
  const [across, down] = ratio;
  const longer = Math.max(across, down);
  return (
    <span
      aria-hidden="true"
      className="grid shrink-0 place-items-center"
      style={{ width: boxPx, height: boxPx }}
    >
      <span
        className="rounded-[3px] border-2 border-current opacity-80"
        style={{ width: (boxPx * across) / longer, height: (boxPx * down) / longer }}
      />
    </span>
  );
}
