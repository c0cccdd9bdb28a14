import type { PublicGeneration } from '@atelier/contract';
import { type ComponentProps, useMemo } from 'react';
import { NewestWorks } from '#features/history/newest/newest-works.tsx';
import { RunningTile } from '#features/preview/running-tile.tsx';
import { useRead } from '#lib/use-read.ts';
import { useAccount } from '#product/account/account-store.ts';
import { fetchRecentGenerations } from '#product/api/generations.ts';
import { isWithoutResult } from '#product/generation/outputs.ts';
import { usePublishedSiblings } from '#product/generation/store/generation-siblings.ts';
import { applyGenerations, useGenerations } from '#product/generation/store/generations-store.ts';
import { useHiddenIds } from '#product/trash/trashed-ids.ts';

/** Number of answers that one read returns: the page does not grow while it stays open for a day. */
const maxAnswers = 20;

type LatestAnswersProps = { kindId: string; shownKey: string | undefined };

/**
 * The newest answers below the one that the panel shows, drawn by the library. The viewer goes through all of them over
 * the form.
 */
export function LatestAnswers({ kindId, shownKey }: LatestAnswersProps) {
  const entries = useGenerations('text');
  const hiddenIds = useHiddenIds();
  const sent = useMemo(
    () =>
      entries.filter(
        ({ unsentCode, generation }) =>
          unsentCode === undefined && generation.kind === kindId && !hiddenIds.has(generation.id),
      ),
    [entries, hiddenIds, kindId],
  );
  usePublishedSiblings(
    useMemo(() => ({ generations: sent.map(({ generation }) => generation), isWhole: true }), [sent]),
  );
  const userId = useAccount().info?.user.id;
  useRead(userId, async (signal) => applyGenerations(await fetchRecentGenerations('text', signal)));
  const works = useMemo(
    () => sent.slice(0, maxAnswers).filter(({ key, generation }) => key !== shownKey && isShown(generation)),
    [sent, shownKey],
  );
  if (works.length === 0) return null;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pb-6 sm:px-6">
      <NewestWorks medium="text" works={works} renderRunning={renderRunning} {...withoutLarge} />
    </div>
  );
}

/** Whether it has a tile; a question without an answer stands in the library. */
function isShown(generation: PublicGeneration): boolean {
  return !isWithoutResult(generation) && generation.status !== 'waiting';
}

function renderRunning(generation: PublicGeneration, heightPx: number) {
  return <RunningTile generation={generation} heightPx={heightPx} />;
}

/** The answer of the panel is read, not selected. */
const withoutLarge: Pick<ComponentProps<typeof NewestWorks>, 'large' | 'largeRef' | 'onLarge'> = {
  large: undefined,
  largeRef: null,
  onLarge: () => undefined,
};
