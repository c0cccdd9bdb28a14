import type { PublicGeneration } from '@atelier/contract';
import { asksForStandIn } from '#product/line/stand-in-asked.ts';
import { WaitingLine } from '#product/line/waiting-line.tsx';
import { RunningCard } from './running-card.tsx';
import { RunningTile } from './running-tile.tsx';

export { RunningTile };

/** Generations that wait, above a library: in one row, after those that ask their user something. */
export function WaitingRows({ waiting }: { waiting: readonly PublicGeneration[] }) {
  const asking = waiting.filter(asksForStandIn);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-3">
      {asking.map((generation) => (
        <article key={generation.id} aria-label={generation.prompt}>
          <RunningCard cardKey={generation.id} generation={generation} isCompact />
        </article>
      ))}
      <WaitingLine isAskedBeside={asking.length > 0} />
    </div>
  );
}
