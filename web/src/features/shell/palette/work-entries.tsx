import type { LibraryReply, PublicGeneration } from '@atelier/contract';
import { useNavigate } from '@tanstack/react-router';
import Folder from 'lucide-react/icons/folder';
import Library from 'lucide-react/icons/library';
import Tag from 'lucide-react/icons/tag';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '#lib/api/request.ts';
import { formatRelativeTime } from '#lib/format.ts';
import { serverNow } from '#lib/server-time.ts';
import { useRead } from '#lib/use-read.ts';
import { useAccount } from '#product/account/account-store.ts';
import { historyTarget } from '#product/generation/actions/generation-target.ts';
import { formTarget } from '#product/generation/actions/regenerate.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { openKindFor } from '#product/kinds/kind-closures.ts';
import { Thumbnail } from '#product/media/thumbnail.tsx';
import { useOpenProjects } from '#product/projects/projects.ts';
import type { Entry } from './rank-entries.ts';

/** Pause between the last key and the search. */
const restMs = 200;
/** Characters that a search of the library takes. */
const maxSearchLength = 200;
const newestWorks = 6;
const foundWorks = 5;

/** Works with the text, from the server; without a text the newest ones. The last ones stay until the next reply. */
export function useWorks(text: string) {
  const isSignedIn = useAccount().status === 'signed-in';
  const search = text.trim().replaceAll('\0', '').slice(0, maxSearchLength).toWellFormed();
  const { reply, isReading, isFailed } = useRead(
    isSignedIn ? search : undefined,
    (signal) => readWorks(search, signal),
    { restMs: search === '' ? 0 : restMs },
  );
  const toEntry = useWorkEntry();
  const works = reply?.data ?? [];
  const isOld = reply !== undefined && (reply.search === '') !== (search === '');
  const shown = isOld ? [] : works;
  return {
    works: shown,
    entries: shown.map(toEntry),
    total: isOld ? 0 : (reply?.total ?? 0),
    isReading,
    isFailed,
  };
}

async function readWorks(search: string, signal: AbortSignal): Promise<LibraryReply & { search: string }> {
  const query = search === '' ? { status: 'completed' as const } : { search };
  const pageSize = search === '' ? newestWorks : foundWorks;
  const reply = await request('GET /api/library', { query: { ...query, page: 1, pageSize }, signal });
  return { ...reply, search };
}

function useWorkEntry(): (generation: PublicGeneration) => Entry {
  const { t, i18n } = useTranslation('palette');
  const navigate = useNavigate();
  const [nowMs] = useState(() => serverNow());
  return (generation) => {
    const { id, kind, medium, prompt, created_at: createdAt } = generation;
    return {
      id,
      label: makeExcerpt(prompt) || id,
      note: t('made', {
        medium: t(`media.${medium}`),
        when: formatRelativeTime(Date.parse(createdAt), nowMs, i18n.language),
      }),
      picture: <Thumbnail generation={generation} />,
      generation,
      run: () => void navigate(historyTarget(generation)),
      runOther: () =>
        void navigate({
          ...formTarget(openKindFor(kind), medium),
          search: { model: openKindFor(kind), prompt },
        }),
    };
  };
}

/** Leads to all works with the text in the library. */
export function useAllWorks(text: string, total: number, shown: number): Entry[] {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  if (total <= shown) return [];
  return [
    {
      id: 'all-works',
      label: t('allWorks', { count: total, text: text.trim() }),
      picture: <Library size={16} />,
      run: () => void navigate({ to: '/creator/history', search: { search: text.trim() } }),
    },
  ];
}

/** The user's own tags and projects, each leading to its works. */
export function useTagsAndProjects(): Entry[] {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  const isSignedIn = useAccount().status === 'signed-in';
  const { reply } = useRead(isSignedIn ? 'tags' : undefined, (signal) =>
    request('GET /api/library/facets', { query: {}, signal }),
  );
  const projects = useOpenProjects();
  return [
    ...(reply?.tags ?? []).map(({ value, count }) => ({
      id: `tag-${value}`,
      label: value,
      note: t('works', { count }),
      picture: <Tag size={16} />,
      run: () => void navigate({ to: '/creator/history', search: { tags: value.replaceAll(',', '\\,') } }),
    })),
    ...projects.map(({ id, name }) => ({
      id: `project-${id}`,
      label: name,
      note: t('works', { count: reply?.projects.find(({ value }) => value === id)?.count ?? 0 }),
      picture: <Folder size={16} />,
      run: () => void navigate({ to: '/creator/history', search: { project: id } }),
    })),
  ];
}
