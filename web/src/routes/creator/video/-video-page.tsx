import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentPath } from '#lib/navigation/own-path.ts';
import { useAccount } from '#product/account/account-store.ts';
import { useKind, useKindOfMedium } from '#product/kinds/kinds.ts';
import { firstKinds } from '#product/media-facts.build.ts';
import { findKindAt } from '#product/navigation/find-kind-at.ts';
import { CreationPage } from '../-creation-page.tsx';

type VideoPageProps = { type?: string; query: Readonly<Record<string, string>> };

/** One kind per page. An unknown type shows text-to-video. */
export function VideoPage({ type, query }: VideoPageProps) {
  const { t } = useTranslation('kinds');
  const account = useAccount();
  const first = firstKinds.video;
  const asked = useKindOfMedium('video', type ?? first);
  const isVideoKind = type !== undefined && asked !== undefined;
  const kind = useKind(isVideoKind ? type : first);
  if (!kind) return null;
  const texts = isVideoKind ? (`kinds.${kind.id}` as const) : 'video';

  // Anonymous users may open every form; only signed-in users who never paid are sent to the prices.
  if (kind.menu.isPro && account.info?.has_ever_paid === false) return <ToPrices />;
  return (
    <CreationPage
      key={kind.id}
      kind={kind}
      title={t(`${texts}.title`)}
      description={t(`${texts}.description`)}
      isGeneric={!isVideoKind}
      query={query}
    />
  );
}

/** Keeps the first path: when this renders again, the address may already have changed. */
function ToPrices() {
  const [redirect] = useState(currentPath);
  return <Navigate to="/pricing" search={{ redirect, kind: findKindAt(redirect) }} replace />;
}
