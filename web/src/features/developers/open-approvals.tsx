import type { ApprovalsReply } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { request } from '#lib/api/request.ts';
import { formatCredits } from '#lib/format.ts';
import { buttonVariants } from '#ui/button.tsx';

/** Also for users who come back to the page by "Back": the one they have answered is gone. */
const openApprovalsQuery = {
  queryKey: ['approvals'],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<ApprovalsReply> =>
    request('GET /api/approvals', { signal }),
  staleTime: 0,
};

/** Lists what programs wait for, for an owner who was not here when they asked. Nothing while none does. */
export function OpenApprovals() {
  const { t, i18n } = useTranslation('approvals');
  const { data: reply } = useQuery(openApprovalsQuery);
  if (!reply || reply.data.length === 0) return null;
  return (
    <section aria-labelledby="approvals-title" className="mt-10">
      <h2 id="approvals-title" className="text-lg font-semibold">
        {t('title')}
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {reply.data.map(({ id, key, cost_credits }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="min-w-0 wrap-anywhere">
              {t('toast.text', { key: key.name, credits: formatCredits(cost_credits, i18n.language) })}
            </span>
            <Link to="/approvals/$id" params={{ id }} className={buttonVariants('secondary', 'md')}>
              {t('toast.open')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
