import type { PublicGeneration } from '@atelier/contract';
import { asksForStandIn } from '#product/line/stand-in-asked.ts';
import { WaitingLine } from '#product/line/waiting-line.tsx';
import { RunningCard } from './running-card.tsx';
import { RunningTile, tileStyle } from './running-tile.tsx';

export { RunningTile };

/** Generations that have not ended, above a library: tiles of what runs, and below them what waits in one row. */
export function RunningRows({ running, tilePx }: { running: readonly PublicGeneration[]; tilePx: number }) {
  const tiles = running.filter(({ status }) => status !== 'waiting');
  const asking = running.filter(asksForStandIn);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-3">
      {tiles.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {tiles.map((generation) => (
            <li key={generation.id} style={tileStyle(generation, tilePx)}>
              <RunningTile generation={generation} heightPx={tilePx} />
            </li>
          ))}
        </ul>
      ) : null}
      {asking.map((generation) => (
        <article key={generation.id} aria-label={generation.prompt}>
          <RunningCard cardKey={generation.id} generation={generation} isCompact />
        </article>
      ))}
      {tiles.length < running.length ? <WaitingLine isAskedBeside={asking.length > 0} /> : null}
    </div>
  );
}
