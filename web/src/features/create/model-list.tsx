import { defaultInput, type Kind, priceRange } from '@atelier/catalog';
import Check from 'lucide-react/icons/check';
import Lock from 'lucide-react/icons/lock';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatSeconds } from '#lib/format.ts';
import { useExpectedTime } from '#product/model-status.ts';
import { Badge } from '#ui/badge.tsx';
import { placePopover } from '#ui/popover.tsx';

/** Between the list and the edge of the window. */
const edgePx = 8;

type ModelListProps = {
  kinds: readonly Kind[];
  chosen: Kind;
  /** Whether the user has yet to buy credits before they can use a kind. */
  isLocked: (kind: Kind) => boolean;
  onChoose: (kind: Kind) => void;
};

/** The kinds of a medium with what each is good at, its lowest price and its usual time. */
export function ModelList({ kinds, chosen, isLocked, onChoose }: ModelListProps) {
  const { t } = useTranslation(['create', 'kinds']);
  const ref = useRef<HTMLDivElement>(null);
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
  }, []);
  const groups = [
    { title: t('create:models.fromText'), members: kinds.filter((kind) => !needsFile(kind)) },
    { title: t(`create:models.fromFile_${chosen.medium}`), members: kinds.filter(needsFile) },
  ].filter(({ members }) => members.length > 0);
  return (
    <div
      ref={ref}
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
          {members.map((kind) => (
            <ModelOption
              key={kind.id}
              kind={kind}
              isChosen={kind === chosen}
              isLocked={isLocked(kind)}
              onChoose={() => onChoose(kind)}
            />
          ))}
        </fieldset>
      ))}
      <p className="mt-1 border-t border-line px-3 pt-2.5 pb-1.5 text-xs text-pretty text-ink-faint">
        {t('create:models.travels')}
      </p>
    </div>
  );
}

/** A list that is too high for either side of its button covers it. */
function placeInside(panel: HTMLElement, button: HTMLElement): void {
  placePopover(panel, button, { align: 'start' });
  const lowestPx = window.innerHeight - panel.offsetHeight - edgePx;
  panel.style.top = `${Math.max(edgePx, Math.min(Number.parseFloat(panel.style.top), lowestPx))}px`;
}

function needsFile({ fields }: Kind): boolean {
  return Object.values(fields).some(({ widget, isRequired }) => widget.type === 'upload' && isRequired);
}

type ModelOptionProps = { kind: Kind; isChosen: boolean; isLocked: boolean; onChoose: () => void };

function ModelOption({ kind, isChosen, isLocked, onChoose }: ModelOptionProps) {
  const { t, i18n } = useTranslation(['create', 'kinds', 'shell']);
  const { typical } = useExpectedTime()(kind, defaultInput(kind));
  const credits = priceRange(kind).lowest.costCredits;
  return (
    <button
      type="button"
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      onClick={onChoose}
      className="flex w-full items-start gap-3 rounded-md px-3 py-2 text-left hover:bg-hover focus-visible:bg-hover focus-visible:outline-offset-[-2px] aria-selected:bg-accent-soft"
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 text-sm font-medium">
          <span>{t(`kinds:kinds.${kind.id}.title`)}</span>
          {kind.menu.isNew ? <Badge tone="accent">{t('shell:menu.new')}</Badge> : null}
          {isLocked ? (
            <>
              <Lock size={13} aria-hidden="true" className="text-ink-faint" />
              <span className="sr-only">{t('create:paidOnly')}</span>
            </>
          ) : null}
          {isChosen ? <Check size={15} aria-hidden="true" className="text-accent-text" /> : null}
        </span>
        <span className="block text-xs text-pretty text-ink-soft">
          {t(`kinds:kinds.${kind.id}.description`)}
        </span>
      </span>
      <span className="shrink-0 text-right text-xs text-ink-faint tabular-nums">
        <span className="block text-ink-soft">
          {t('create:models.from', { count: credits, credits: formatCredits(credits, i18n.language) })}
        </span>
        {t('create:models.about', { time: formatSeconds(Math.ceil(typical), i18n.language) })}
      </span>
    </button>
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
