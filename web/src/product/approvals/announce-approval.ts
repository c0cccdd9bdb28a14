import type { ServerEventBody } from '@atelier/contract';
import i18next from 'i18next';
import { formatCredits } from '#lib/format.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { openUnlessLeaving } from '#lib/navigation/leaving.ts';
import { showToast } from '#ui/show-toast.ts';

/** Time that a user needs to come back to a page that is open. */
const durationMs = 60_000;

/** Shows a toast that leads to the page on which the user answers a program. */
export async function announceApproval({ id, key, cost }: ServerEventBody<'approval:asked'>): Promise<void> {
  await loadMessages('approvals');
  const t = i18next.getFixedT(null, 'approvals');
  showToast(t('toast.text', { key, credits: formatCredits(cost, i18next.language) }), {
    action: {
      label: t('toast.open'),
      onPress: () => openUnlessLeaving(() => window.location.assign(`/approvals/${id}`)),
    },
    durationMs,
  });
}
