import type { PublicGeneration } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { acceptStandIn, fetchStandIn } from '#product/api/generations.ts';
import { applyGeneration } from '#product/generation/store/generations-store.ts';
import { HeldLine } from '#product/line/held-line.tsx';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { lineChanges } from '#product/realtime/changes.ts';
import { Button } from '#ui/button.tsx';

const queryKey = (id: string) => ['stand-in', id];
/** Interval of reading the offer again, in case that an event was lost. */
const rereadMs = 15_000;

/**
 * Asks whether another model may make what waits for one that is down, at the server's price, or says that none can. The
 * page has loaded `stand-in`.
 */
export function StandInOffer({ generation }: { generation: PublicGeneration }) {
  const { t, i18n } = useTranslation(['stand-in', 'kinds']);
  const { id, kind } = generation;
  useEffect(
    () => lineChanges.subscribe(() => void queryClient.invalidateQueries({ queryKey: queryKey(id) })),
    [id],
  );
  const { data } = useQuery(
    {
      queryKey: queryKey(id),
      queryFn: ({ signal }) => fetchStandIn(id, signal),
      staleTime: 0,
      refetchInterval: rereadMs,
    },
    queryClient,
  );
  const { isRunning, run } = useSingleRun(showErrorToast);
  const offer = data?.offer;
  const formatName = (of: string) => t(`kinds:kinds.${of}.title`, { defaultValue: of });
  return (
    <div role="status">
      {data && !offer ? <HeldLine generation={generation} className="mt-2" /> : null}
      {offer ? (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-md bg-warn-soft px-3 py-2 text-xs text-warn-text">
          <p className="min-w-0 flex-1 basis-40">
            {t('offer', {
              model: formatName(kind),
              name: formatName(offer.kind),
              count: offer.credits,
              credits: formatCredits(offer.credits, i18n.language),
            })}
          </p>
          <Button
            size="sm"
            aria-busy={isRunning}
            onClick={() => run(async () => applyGeneration(await acceptStandIn(id, offer)))}
          >
            {t('accept', { name: formatName(offer.kind) })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
