import type { Kind } from '@atelier/catalog';
import Check from 'lucide-react/icons/check';
import Lock from 'lucide-react/icons/lock';
import Volume2 from 'lucide-react/icons/volume-2';
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatDay, formatSeconds } from '#lib/format.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { type KindEntry, kindEntries } from '#product/kinds/kind-entries.build.ts';
import { type KindNotes, useKindNotes } from '#product/kinds/kind-notes.ts';
import { loadKind } from '#product/kinds/kinds.ts';
import { readTrouble, useExpectedTime, useModelStatus } from '#product/model-status.ts';
import { Badge } from '#ui/badge.tsx';
import { placePopover } from '#ui/popover.tsx';
import { cheapCredits, fastSeconds } from '../form-facts.build.ts';
import { type ModelFilter, meets, usefulFilters } from './model-filters.ts';

/** Between the list and the edge of the window. */
const edgePx = 8;

type ModelListProps = {
  chosen: Kind;
  /** Whether the user has yet to buy credits before they can use a kind. */
  isLocked: (entry: KindEntry) => boolean;
  onChoose: (entry: KindEntry) => void;
};

/** The kinds of a medium by what one wants, with what each is good at, its lowest price and its usual time. */
export function ModelList({ chosen, isLocked, onChoose }: ModelListProps) {
  const { t } = useTranslation(['create', 'kinds']);
  const ref = useRef<HTMLDivElement>(null);
  const notes = useKindNotes();
  const [wishes, setWishes] = useState<readonly ModelFilter[]>([]);
  const { data: status } = useModelStatus();
  const expectedTime = useExpectedTime();
  const readTypical = (entry: KindEntry) => expectedTime(entry).typical;
  usePlacedInside(ref);
  const all = kindEntries.filter(({ medium }) => medium === chosen.medium);
  const fitting = all.filter((entry) => wishes.every((wish) => meets(entry, wish, readTypical(entry))));
  const groups = [
    { title: t('create:models.recommended'), members: listRecommended(fitting) },
    {
      title: t('create:models.more'),
      members: fitting.filter(({ recommendedAt }) => recommendedAt === null),
    },
  ].filter(({ members }) => members.length > 0);
  return (
    <div ref={ref}>
      <Wishes
        filters={usefulFilters(all, readTypical)}
        medium={chosen.medium}
        chosen={wishes}
        onChange={setWishes}
      />
      <div
        role="listbox"
        tabIndex={-1}
        aria-label={t('kinds:fields.model.label')}
        onKeyDown={moveFocus}
        className="outline-none"
      >
        {groups.map(({ title, members }) => (
          <fieldset key={title} aria-label={title} className="min-w-0">
            <p aria-hidden="true" className="px-3 pt-2 pb-1 text-xs text-ink-faint">
              {title}
            </p>
            {members.map((entry) => (
              <ModelOption
                key={entry.id}
                entry={entry}
                notes={notes[entry.id]}
                typicalSeconds={readTypical(entry)}
                trouble={readTrouble(status, entry.id)}
                isChosen={entry.id === chosen.id}
                isLocked={isLocked(entry)}
                onChoose={() => onChoose(entry)}
              />
            ))}
          </fieldset>
        ))}
        {groups.length === 0 ? (
          <p role="status" className="px-3 py-6 text-sm text-ink-soft">
            {t('create:models.none')}
          </p>
        ) : null}
      </div>
      <p className="mt-1 border-t border-line px-3 pt-2.5 pb-1.5 text-xs text-pretty text-ink-faint">
        {t('create:models.travels')}
      </p>
    </div>
  );
}

/** Opens the list inside of the window, with the focus on the chosen option; gives the focus back when it closes. */
function usePlacedInside(ref: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const list = ref.current;
    const panel = list?.closest<HTMLElement>('[popover]');
    const button = panel?.previousElementSibling;
    if (!panel || !(button instanceof HTMLElement)) return;
    const settle = () => {
      placeInside(panel, button);
      list?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    };
    // Until the panel is shown, nothing in it has a size or takes the focus.
    if (panel.matches(':popover-open')) settle();
    else panel.addEventListener('toggle', settle, { once: true });
    return () => {
      // The focused option is removed before the browser could return the focus.
      if (list?.contains(document.activeElement)) button.focus();
    };
  }, [ref]);
}

function listRecommended(entries: readonly KindEntry[]): KindEntry[] {
  return entries
    .filter(({ recommendedAt }) => recommendedAt !== null)
    .sort((a, b) => Number(a.recommendedAt) - Number(b.recommendedAt));
}

type WishesProps = {
  filters: readonly ModelFilter[];
  medium: Kind['medium'];
  chosen: readonly ModelFilter[];
  onChange: (chosen: readonly ModelFilter[]) => void;
};

/** Criteria as switches; a kind is shown when it meets all that are on. */
function Wishes({ filters, medium, chosen, onChange }: WishesProps) {
  const { t, i18n } = useTranslation('create');
  if (filters.length === 0) return null;
  const formatLabel = (filter: ModelFilter): string => {
    if (filter === 'cheap')
      return t('models.wish.cheap', { credits: formatCredits(cheapCredits[medium], i18n.language) });
    if (filter === 'fast')
      return t('models.wish.fast', { time: formatSeconds(fastSeconds[medium], i18n.language) });
    return t(filter === 'fromFile' ? `models.fromFile_${medium}` : `models.wish.${filter}`);
  };
  return (
    <fieldset aria-label={t('models.wishes')} className="flex min-w-0 flex-wrap gap-2 px-3 pt-2">
      {filters.map((filter) => {
        const isOn = chosen.includes(filter);
        return (
          <button
            key={filter}
            type="button"
            aria-pressed={isOn}
            onClick={() => onChange(isOn ? chosen.filter((wish) => wish !== filter) : [...chosen, filter])}
            className="min-h-9 rounded-md bg-raised px-2.5 text-xs text-ink-soft hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-ink"
          >
            {formatLabel(filter)}
          </button>
        );
      })}
    </fieldset>
  );
}

/** A list that is too high for either side of its button covers it. */
function placeInside(panel: HTMLElement, button: HTMLElement): void {
  placePopover(panel, button, { align: 'start' });
  const lowestPx = window.innerHeight - panel.offsetHeight - edgePx;
  panel.style.top = `${Math.max(edgePx, Math.min(Number.parseFloat(panel.style.top), lowestPx))}px`;
}

type ModelOptionProps = {
  entry: KindEntry;
  notes: KindNotes | undefined;
  typicalSeconds: number;
  trouble: ReturnType<typeof readTrouble>;
  isChosen: boolean;
  isLocked: boolean;
  onChoose: () => void;
};

function ModelOption(props: ModelOptionProps) {
  const { entry, notes, typicalSeconds, trouble, isChosen, isLocked, onChoose } = props;
  const { t, i18n } = useTranslation(['create', 'kinds', 'shell', 'status']);
  const { id, isNew, hasSound, lowestCredits: credits } = entry;
  const prepare = () => void loadKind(id);
  return (
    <button
      type="button"
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      onClick={onChoose}
      onPointerEnter={prepare}
      onFocus={prepare}
      className="flex w-full items-start gap-3 rounded-md px-3 py-2 text-left hover:bg-hover focus-visible:bg-hover focus-visible:outline-offset-[-2px] aria-selected:bg-accent-soft"
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 text-sm font-medium">
          <span>{t(`kinds:kinds.${id}.title`)}</span>
          {isNew ? <Badge tone="accent">{t('shell:menu.new')}</Badge> : null}
          <ClosureBadge kindId={id} />
          {hasSound ? (
            <Mark label={t('create:models.wish.sound')} icon={<Volume2 size={13} aria-hidden="true" />} />
          ) : null}
          {isLocked ? (
            <Mark label={t('create:paidOnly')} icon={<Lock size={13} aria-hidden="true" />} />
          ) : null}
          {isChosen ? <Check size={15} aria-hidden="true" className="text-accent-text" /> : null}
        </span>
        <span className="block text-xs text-pretty text-ink-soft">{notes?.strengths}</span>
        <span className="block text-xs text-pretty text-ink-faint">{notes?.limits}</span>
      </span>
      <span className="shrink-0 text-right text-xs text-ink-faint tabular-nums">
        <span className="block text-ink-soft">
          {t('create:models.from', { count: credits, credits: formatCredits(credits, i18n.language) })}
        </span>
        {trouble ? (
          <span className="font-medium text-warn-text">{t(`status:notice.${trouble}`)}</span>
        ) : (
          t('create:models.about', { time: formatSeconds(Math.ceil(typicalSeconds), i18n.language) })
        )}
      </span>
    </button>
  );
}

function ClosureBadge({ kindId }: { kindId: string }) {
  const { t, i18n } = useTranslation('create');
  const closure = useKindClosures().get(kindId);
  if (!closure) return null;
  const { is_closed: isClosed, leaves_at: day } = closure;
  const label = isClosed
    ? t('models.closed')
    : t('models.leaves', { date: formatDay(day ?? '', i18n.language) });
  return <Badge tone="warn">{label}</Badge>;
}

function Mark({ label, icon }: { label: string; icon: ReactNode }) {
  return (
    <span className="text-ink-faint">
      {icon}
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** Arrow keys, Home and End move; a letter goes to the next name that begins with it. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="option"]')];
  const index = options.indexOf(document.activeElement as HTMLElement);
  const rest = [...options.slice(index + 1), ...options.slice(0, index + 1)];
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowDown: options[Math.min(index + 1, options.length - 1)],
    ArrowUp: options[Math.max(index - 1, 0)],
    Home: options[0],
    End: options.at(-1),
  };
  const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey;
  const letter = event.key.toLowerCase();
  const target =
    targets[event.key] ??
    (isLetter ? rest.find((option) => option.textContent.toLowerCase().startsWith(letter)) : undefined);
  if (!target) return;
  event.preventDefault();
  target.focus();
}
