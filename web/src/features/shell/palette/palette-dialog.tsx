import { useNavigate } from '@tanstack/react-router';
import Sparkles from 'lucide-react/icons/sparkles';
import { type KeyboardEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commandKey } from '#lib/command-key.ts';
import { useStore } from '#lib/store.ts';
import type { AppDialogProps } from '#product/dialogs/dialog-store.ts';
import { pageTarget } from '#product/navigation/menu.ts';
import { recentPaths } from '#product/navigation/recent-paths.ts';
import { Kbd } from '#ui/kbd.tsx';
import { SearchModal } from '#ui/search-modal.tsx';
import { listRecentModels, useModels } from './model-entries.tsx';
import { useActions, usePages, useSettings } from './own-entries.tsx';
import { PaletteList, type ShownGroup } from './palette-list.tsx';
import { Preview } from './preview.tsx';
import { type Entry, findEntries, type Group, sortGroups } from './rank-entries.ts';
import { useAllWorks, useTagsAndProjects, useWorks } from './work-entries.tsx';

const most = 5;
/** Characters in a prompt. */
const maxPromptLength = 2_000;

/** Finds models, works, tags, projects, actions and settings: type, choose with the arrow keys, press Enter. */
export function PaletteDialog({ onClose }: AppDialogProps<'jump'>) {
  const { t } = useTranslation(['palette', 'shell']);
  const [text, setText] = useState('');
  const [chosenId, setChosenId] = useState<string>();
  const { groups, works } = useGroups(text);
  const all = groups.flatMap(({ entries }) => entries);
  // The choice is kept by id: works arrive while the user is choosing.
  const chosen = all.find(({ id }) => id === chosenId) ?? all[0];
  const run = (act: (() => void) | undefined) => {
    if (!act) return;
    onClose();
    act();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = chosen && findNext(groups, chosen, event.key, text);
    if (event.key === 'Enter') run(event.ctrlKey || event.metaKey ? chosen?.runOther : chosen?.run);
    else if (next) setChosenId(next.id);
    else return;
    event.preventDefault();
  };
  return (
    <SearchModal
      title={t('title')}
      label={t('label')}
      closeLabel={t('shell:close')}
      onClose={onClose}
      text={text}
      onText={(typed) => {
        setText(typed);
        setChosenId(undefined);
      }}
      onKeyDown={onKeyDown}
      listId="palette-list"
      activeId={chosen && `palette-${chosen.id}`}
      size="list"
    >
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 flex-1 overflow-y-auto px-2 pb-2">
          <PaletteList
            groups={groups}
            text={text}
            chosen={chosen}
            onPoint={({ id }) => setChosenId(id)}
            onChoose={({ run: act }) => run(act)}
          />
          <p role="status" className="px-2.5 text-xs text-ink-faint">
            {works.isFailed ? t('worksAway') : works.isReading && text !== '' ? t('searching') : null}
          </p>
        </div>
        <aside
          aria-label={t('preview')}
          className="hidden w-80 shrink-0 overflow-y-auto border-l border-line p-4 md:block"
        >
          <Suspense fallback={null}>{chosen ? <Preview entry={chosen} /> : null}</Suspense>
        </aside>
      </div>
      <Keys chosen={chosen} />
    </SearchModal>
  );
}

/** Keys for the chosen entry. */
function Keys({ chosen }: { chosen: Entry | undefined }) {
  const { t } = useTranslation('palette');
  return (
    <p className="hidden min-h-10 shrink-0 items-center gap-4 border-t border-line px-4 text-xs text-ink-faint sm:flex">
      <span>
        <Kbd keys="Enter" /> {t('keys.open')}
      </span>
      {chosen?.runOther ? (
        <span>
          <Kbd keys={commandKey()} /> <Kbd keys="Enter" /> {t('keys.usePrompt')}
        </span>
      ) : null}
      <span>
        <Kbd keys="↑" /> <Kbd keys="↓" /> {t('keys.move')}
      </span>
    </p>
  );
}

/** The entry that an arrow key leads to. Squares are one row: the arrows to the sides move in it while nothing is typed. */
function findNext(
  groups: readonly ShownGroup[],
  chosen: Entry,
  key: string,
  text: string,
): Entry | undefined {
  const row = groups.find(({ isRow, entries }) => isRow && entries.includes(chosen))?.entries;
  const side = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (side && row && text === '') return row[(row.indexOf(chosen) + side + row.length) % row.length];
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (!step) return undefined;
  const stops = groups.flatMap(({ isRow, entries }) =>
    isRow ? (row === entries ? [chosen] : entries.slice(0, 1)) : entries,
  );
  return stops[(stops.indexOf(chosen) + step + stops.length) % stops.length];
}

/** Entries for the text, the best group first; without a text what was used last. A new video with the text is always last. */
function useGroups(text: string): { groups: ShownGroup[]; works: ReturnType<typeof useWorks> } {
  const { t } = useTranslation('palette');
  const works = useWorks(text);
  const allWorks = useAllWorks(text, works.total, works.entries.length);
  const pages = usePages();
  const models = useModels();
  const tags = useTagsAndProjects();
  const actions = useActions();
  const settings = useSettings();
  const newVideo = useNewVideo(text);
  const paths = useStore(recentPaths);
  const last: ShownGroup = { id: 'new', entries: [newVideo] };
  if (text.trim() === '') {
    const kinds = works.works.map(({ kind }) => kind);
    const recent = [...paths, ...defaultPaths].flatMap((path) => pages.find(({ id }) => id === path) ?? []);
    const groups: ShownGroup[] = [
      { id: 'works', title: t('groups.newest'), entries: works.entries, isRow: true },
      { id: 'pages', title: t('groups.recentPages'), entries: [...new Set(recent)].slice(0, 4) },
      { id: 'models', title: t('groups.recentModels'), entries: listRecentModels(models, kinds, 2) },
    ];
    return { groups: [...groups.filter(({ entries }) => entries.length > 0), last], works };
  }
  const found: Group[] = [
    { name: 'works', entries: [...works.entries, ...allWorks] },
    { name: 'pages', entries: findEntries(pages, text, most) },
    { name: 'models', entries: findEntries(models, text, most) },
    { name: 'tags', entries: findEntries(tags, text, most) },
    { name: 'actions', entries: findEntries(actions, text, most) },
    { name: 'settings', entries: findEntries(settings, text, most) },
  ];
  const groups = sortGroups(found, text).map(({ name, entries }) => ({
    id: name,
    title: t(`groups.${name}`),
    entries,
  }));
  return { groups: [...groups, last], works };
}

/** Pages that are offered until the user has opened others. */
const defaultPaths = ['video/text-to-video', 'history', 'image-to-video/image-to-video', 'pricing'];

function useNewVideo(text: string): Entry {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  const prompt = text.trim().slice(0, maxPromptLength);
  return {
    id: 'new',
    label: prompt === '' ? t('newVideo') : t('newVideoWith', { text: prompt }),
    picture: <Sparkles size={16} />,
    run: () =>
      void navigate({ ...pageTarget('video/text-to-video'), search: prompt === '' ? {} : { prompt } }),
  };
}
