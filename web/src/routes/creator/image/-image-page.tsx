import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKind } from '#product/kinds/kinds.ts';
import { findFirstKind } from '#product/navigation/kind-target.ts';
import { chosenOn, pathOfMode } from '#product/navigation/page-kind.ts';
import { CreationPage } from '../-creation-page.tsx';

type ImagePageProps = { mode?: string; query: Readonly<Record<string, string>> };

/** The models of a mode share a page; an unknown mode shows text-to-image under the general title. */
export function ImagePage({ mode, query }: ImagePageProps) {
  const path = pathOfMode(mode);
  return <ModePage key={path} path={path} isAsked={path === `image/${mode}`} query={query} />;
}

type ModePageProps = { path: string; isAsked: boolean; query: ImagePageProps['query'] };

function ModePage({ path, isAsked, query }: ModePageProps) {
  const { t } = useTranslation('kinds');
  const [kindId] = useState(() => chosenOn(path));
  const drafted = useKind(kindId);
  const first = useKind(findFirstKind(path) ?? '');
  const kind = drafted?.menu.path === path ? drafted : first;
  if (!kind) return null;
  const texts = isAsked ? (`kinds.${path.replace('image/', '')}` as const) : 'image';
  return (
    <CreationPage
      kind={kind}
      title={t(`${texts}.title`)}
      description={t(`${texts}.description`)}
      isGeneric={!isAsked}
      query={query}
    />
  );
}
