import type { PublicGeneration } from '@atelier/contract';
import { linkOptions, type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '#lib/api/request.ts';
import { formatRelativeTime } from '#lib/format.ts';
import { languages } from '#lib/i18n/languages.ts';
import { serverNow } from '#lib/server-time.ts';
import { chooseTheme, readTheme, themes } from '#lib/theme.ts';
import { useRead } from '#lib/use-read.ts';
import { useAccount } from '#product/account/account-store.ts';
import { type AppDialogProps, openDialog } from '#product/dialogs/dialog-store.ts';
import { endSession } from '#product/end-session.ts';
import { historyTarget } from '#product/generation/actions/generation-target.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { usePricingSearch } from '#product/generation/store/last-kind.ts';
import { chooseLanguage } from '#product/kinds/choose-language.ts';
import { Thumbnail } from '#product/media/thumbnail.tsx';
import { historyTypes, menuGroups, menuPages, pageTarget } from '#product/navigation/menu.ts';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { historyCalls } from './history-calls.build.ts';

/** Between the last key and the search. */
const restMs = 250;
const minLength = 2;
/** The most that are read of each medium, and shown of all. */
const perMedium = 4;
const maxGenerations = 6;

type Found = { id: string; label: string; note?: string; picture?: ReactNode; run: () => void };
type Group = { name: 'pages' | 'works' | 'actions'; found: Found[] };

/** Finds pages, the user's own generations and actions: type, choose with the arrow keys, press Enter. */
export function JumpDialog({ onClose }: AppDialogProps<'jump'>) {
  const { t } = useTranslation(['dialogs', 'shell']);
  const [text, setText] = useState('');
  const [chosenId, setChosenId] = useState<string>();
  const generations = useGenerationItems(text);
  const groups: Group[] = [
    { name: 'pages', found: useNamed(usePages(), text) },
    { name: 'works', found: generations.found },
    { name: 'actions', found: useNamed(useActions(), text) },
  ];
  const all = groups.flatMap(({ found }) => found);
  // By id: generations arrive while the user is choosing.
  const chosen = all.find(({ id }) => id === chosenId) ?? all[0];

  const run = (item: Found | undefined) => {
    if (!item) return;
    onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') run(chosen);
    else if (step && chosen) setChosenId(all[(all.indexOf(chosen) + step + all.length) % all.length]?.id);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('jump.title')} closeLabel={t('shell:close')} width="search">
      <input
        data-autofocus
        role="combobox"
        dir="auto"
        aria-label={t('jump.label')}
        aria-expanded="true"
        aria-controls="jump-list"
        aria-activedescendant={chosen && `jump-${chosen.id}`}
        placeholder={t('jump.label')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosenId(undefined);
        }}
        onKeyDown={onKeyDown}
        className="w-full rounded-md bg-raised px-3.5 py-2.5 text-input text-ink placeholder:text-ink-faint"
      />
      <div className="mt-3 h-[min(24rem,50dvh)] overflow-y-auto">
        <div id="jump-list" role="listbox" aria-label={t('jump.title')}>
          {groups.map(({ name, found }) =>
            found.length === 0 ? null : (
              <FoundGroup key={name} name={t(`jump.${name}`)} found={found} chosen={chosen} onChoose={run} />
            ),
          )}
        </div>
        <p role="status" className="px-3.5 py-2 text-sm text-ink-faint">
          {generations.isSearching ? t('jump.searching') : all.length === 0 ? t('jump.nothing') : null}
        </p>
      </div>
    </Dialog>
  );
}

type FoundGroupProps = {
  name: string;
  found: readonly Found[];
  chosen: Found | undefined;
  onChoose: (item: Found) => void;
};

function FoundGroup({ name, found, chosen, onChoose }: FoundGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div role="group" aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-0.5 pb-2">
      <p aria-hidden="true" className="px-3.5 pt-1 pb-1 text-xs text-ink-faint">
        {name}
      </p>
      {found.map((item) => (
        <button
          key={item.id}
          ref={(option) => {
            if (item === chosen) option?.scrollIntoView({ block: 'nearest' });
          }}
          id={`jump-${item.id}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={item === chosen}
          onClick={() => onChoose(item)}
          className={classNames(
            'flex min-h-10 items-center gap-3 rounded-md px-3.5 py-1.5 text-left text-ink',
            item === chosen ? 'bg-hover' : 'hover:bg-raised',
          )}
        >
          {item.picture}
          <span title={item.label} dir="auto" className="min-w-0 flex-1 truncate text-start">
            {item.label}
          </span>
          {item.note ? <span className="shrink-0 text-xs text-ink-faint">{item.note}</span> : null}
        </button>
      ))}
    </div>
  );
}

/** Entries whose name contains the text, in their own order. */
function useNamed(all: readonly Found[], text: string): Found[] {
  const wanted = text.trim().toLowerCase();
  return all.filter(({ label }) => label.toLowerCase().includes(wanted));
}

function usePages(): Found[] {
  const { t } = useTranslation(['shell', 'dialogs', 'kinds']);
  const navigate = useNavigate();
  const pricingSearch = usePricingSearch();
  const page = (id: string, label: string, target: NavigateOptions): Found => ({
    id,
    label,
    run: () => void navigate(target),
  });
  return [
    ...menuGroups
      .flatMap(menuPages)
      .map(({ id, path }) => page(path, t(`kinds:kinds.${id}.title`), linkOptions(pageTarget(path)))),
    ...historyTypes.map((type) =>
      page(
        `history-${type}`,
        t('dialogs:jump.choice', { name: t('menu.history'), value: t(`menu.histories.${type}`) }),
        linkOptions({ to: '/creator/history/$type', params: { type } }),
      ),
    ),
    page('projects', t('menu.projects'), linkOptions({ to: '/creator/projects' })),
    page(
      'batches',
      t('menu.batches'),
      linkOptions({ to: '/creator/batches/{-$id}', params: { id: undefined } }),
    ),
    page('trash', t('menu.trash'), linkOptions({ to: '/creator/trash' })),
    page('status', t('menu.status'), linkOptions({ to: '/status' })),
    page('pricing', t('menu.pricing'), linkOptions({ to: '/pricing', search: pricingSearch })),
    page('credits', t('menu.credits'), linkOptions({ to: '/credits' })),
    page('account', t('menu.account'), linkOptions({ to: '/account' })),
    page('developers', t('menu.developers'), linkOptions({ to: '/developers' })),
    page('help', t('menu.help'), linkOptions({ to: '/help/{-$page}', params: { page: undefined } })),
    page('home', t('menu.home'), linkOptions({ to: '/' })),
  ];
}

function useActions(): Found[] {
  const { t, i18n } = useTranslation(['dialogs', 'shell']);
  const navigate = useNavigate();
  const pricingSearch = usePricingSearch();
  const isSignedIn = useAccount().status === 'signed-in';
  const theme = readTheme();
  return [
    ...(isSignedIn ? [{ id: 'line', label: t('jump.line'), run: () => openDialog({ name: 'line' }) }] : []),
    { id: 'buy', label: t('jump.buy'), run: () => void navigate({ to: '/pricing', search: pricingSearch }) },
    ...themes
      .filter((option) => option !== theme)
      .map((option) => ({
        id: `theme-${option}`,
        label: t('jump.choice', { name: t('shell:display.theme'), value: t(`shell:display.${option}`) }),
        run: () => chooseTheme(option),
      })),
    ...languages
      .filter(({ tag }) => tag !== i18n.language)
      .map(({ tag, name }) => ({
        id: `language-${tag}`,
        label: t('jump.choice', { name: t('shell:display.language'), value: name }),
        run: () => void chooseLanguage(tag),
      })),
    ...(isSignedIn
      ? [
          {
            id: 'sign-out',
            label: t('shell:account.signOut'),
            run: () => void endSession({ everywhere: false }),
          },
        ]
      : []),
  ];
}

/** The user's own generations with the text in their prompt or answer, with what of them can be shown. */
function useGenerationItems(text: string): { found: Found[]; isSearching: boolean } {
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  const { generations, isSearching } = useFoundGenerations(text);
  const [nowMs] = useState(() => serverNow());
  const found = generations.map((generation) => ({
    id: generation.id,
    label: makeExcerpt(generation.prompt) || generation.id,
    note: formatRelativeTime(Date.parse(generation.created_at), nowMs, i18n.language),
    picture: <Thumbnail generation={generation} />,
    run: () => void navigate(historyTarget(generation)),
  }));
  return { found, isSearching };
}

/** The newest generations of all media that contain the text. The last ones stay until the next reply. */
function useFoundGenerations(text: string): {
  generations: readonly PublicGeneration[];
  isSearching: boolean;
} {
  const isSignedIn = useAccount().status === 'signed-in';
  const trimmed = text.trim();
  const wanted = isSignedIn && trimmed.length >= minLength ? trimmed : undefined;
  const { reply, isReading } = useRead(wanted, (signal) => findGenerations(trimmed, signal), { restMs });
  return { generations: (wanted !== undefined && reply) || none, isSearching: isReading };
}

const none: readonly PublicGeneration[] = [];

/** A medium that cannot be searched now leaves those that can. */
async function findGenerations(search: string, signal: AbortSignal): Promise<PublicGeneration[]> {
  const query = { page: 1, pageSize: perMedium, search };
  const replies = await Promise.allSettled(historyCalls.map((call) => request(call, { query, signal })));
  const failed = replies.find((reply) => reply.status === 'rejected');
  if (failed && !signal.aborted) console.warn('Some records could not be searched', failed.reason);
  return replies
    .flatMap((reply) => (reply.status === 'fulfilled' ? reply.value.data.map((row) => row.generation) : []))
    .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .slice(0, maxGenerations);
}
