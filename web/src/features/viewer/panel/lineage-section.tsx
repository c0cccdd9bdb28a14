import type { LineageEntry, PublicGeneration } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import { useTranslation } from 'react-i18next';
import { request } from '#lib/api/request.ts';
import { formatDate } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { Thumbnail } from '#product/media/thumbnail.tsx';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

type LineageSectionProps = { generation: PublicGeneration; onOpen: (id: string) => void };

function useLineage({ id }: PublicGeneration) {
  return useQuery(
    {
      queryKey: ['lineage', id],
      queryFn: () => request('GET /api/generations/{id}/lineage', { params: { id } }),
      // Reads again each time, because this page gets no event when something is made from it later.
      staleTime: 0,
    },
    queryClient,
  );
}

/** Number of pictures beside the folded lineage. */
const pictureCount = 3;

/** The works around a generation as small pictures, while its lineage is folded. */
export function LineagePictures({ generation }: { generation: PublicGeneration }) {
  const { data } = useLineage(generation);
  const works = data ? [...data.parents, ...data.children].flatMap((each) => each.generation ?? []) : [];
  const byId = [...new Map(works.map((each) => [each.id, each])).values()];
  return byId
    .slice(0, pictureCount)
    .map((each) => <Thumbnail key={each.id} generation={each} widthPx={36} heightPx={24} />);
}

/** Lineage of a generation with links: what it was made from and what was made from it. */
export function LineageSection({ generation, onOpen }: LineageSectionProps) {
  const { t } = useTranslation('viewer');
  const lineage = useLineage(generation);
  if (lineage.isError) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <p role="alert">{t('lineage.failed')}</p>
        <Button size="sm" onClick={() => void lineage.refetch()}>
          {t('lineage.retry')}
        </Button>
      </div>
    );
  }
  if (!lineage.data) return <Skeleton className="h-12" />;
  const { parents, children } = lineage.data;
  if (parents.length + children.length === 0)
    return <p className="text-sm text-ink-faint">{t('lineage.none')}</p>;
  return (
    <>
      <Entries
        title={t('lineage.parents')}
        entries={parents}
        generation={generation}
        onOpen={onOpen}
        isParents
      />
      <Entries title={t('lineage.children')} entries={children} generation={generation} onOpen={onOpen} />
    </>
  );
}

type EntriesProps = LineageSectionProps & {
  title: string;
  entries: readonly LineageEntry[];
  isParents?: boolean;
};

function Entries({ title, entries, generation, onOpen, isParents = false }: EntriesProps) {
  const byId = [...Map.groupBy(entries, ({ id }) => id).values()];
  if (byId.length === 0) return null;
  return (
    <section>
      <h4 className="mb-1 text-sm font-medium text-ink">{title}</h4>
      <ul className="-mx-1 flex flex-col">
        {byId.map(([entry, ...more]) =>
          entry ? (
            <li key={entry.id}>
              <Entry
                entries={[entry, ...more]}
                medium={generation.medium}
                onOpen={onOpen}
                isParents={isParents}
              />
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}

type Medium = PublicGeneration['medium'];

type EntryProps = Pick<LineageSectionProps, 'onOpen'> & {
  /** The relations to one other generation; there may be several. */
  entries: readonly [LineageEntry, ...LineageEntry[]];
  /** Medium of the generation that is shown. */
  medium: Medium;
  isParents: boolean;
};

function Entry({ entries, medium, isParents, onOpen }: EntryProps) {
  const { t, i18n } = useTranslation(['viewer', 'kinds']);
  const [entry] = entries;
  const { generation, kind, created_at } = entry;
  const words = entries.map((each) => {
    const key = relationKey(each, isParents ? medium : each.medium);
    return t(`viewer:lineage.${isParents ? 'from' : 'made'}.${key}`, {
      medium: t(`viewer:media.${each.medium}`),
    });
  });
  const relation = [...new Set(words)].join(t('viewer:separator'));
  if (!generation) {
    return (
      <div className="flex items-center gap-3 p-1">
        <span className="grid h-10 w-16 shrink-0 place-items-center rounded-sm bg-raised text-ink-faint">
          <Trash2 size={16} aria-hidden="true" />
        </span>
        <p className="min-w-0 text-sm text-ink-soft">
          {relation}
          <span className="block text-xs text-ink-faint">
            {t('viewer:lineage.deleted', {
              kind: t(`kinds:kinds.${kind}.title`, { defaultValue: kind }),
              date: formatDate(created_at, i18n.language),
            })}
          </span>
        </p>
      </div>
    );
  }
  return (
    <button
      type="button"
      onClick={() => onOpen(entry.id)}
      className="flex w-full items-center gap-3 rounded-md p-1 text-left hover:bg-hover"
    >
      <span className="flex max-w-33 shrink-0 flex-wrap gap-1">
        {usedOutputs(entries).map((output) => (
          <Thumbnail key={output} generation={pictured(generation, output)} />
        ))}
      </span>
      <span className="min-w-0 flex-1 text-sm text-ink">
        {relation}
        <span
          title={makeExcerpt(generation.prompt, 80)}
          dir="auto"
          className="block truncate text-xs text-ink-faint"
        >
          {makeExcerpt(generation.prompt, 80)}
        </span>
      </span>
    </button>
  );
}

/** Message key of the relation, which depends on the medium that was made. */
function relationKey({ relation }: LineageEntry, made: Medium): 'frame' | 'settings' | Medium {
  return relation === 'input' ? made : relation;
}

/** Outputs that were used, each once; `[null]` when only the settings were. */
function usedOutputs(entries: readonly LineageEntry[]): (number | null)[] {
  const used = new Set(entries.map(({ output }) => output).filter((output) => output !== null));
  return used.size > 0 ? [...used] : [null];
}

/** Limits the outputs to the one that was used, which becomes the picture. */
function pictured(generation: PublicGeneration, output: number | null): PublicGeneration {
  const used = output === null ? undefined : generation.outputs[output];
  return used ? { ...generation, outputs: [used] } : generation;
}
