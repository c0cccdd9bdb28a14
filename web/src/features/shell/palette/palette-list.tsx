import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import type { Entry } from './rank-entries.ts';

export type ShownGroup = {
  id: string;
  /** The last row has no heading. */
  title?: string;
  entries: readonly Entry[];
  /** Whether they stand side by side as squares. */
  isRow?: boolean;
};

type PaletteListProps = {
  groups: readonly ShownGroup[];
  text: string;
  chosen: Entry | undefined;
  onPoint: (entry: Entry) => void;
  onChoose: (entry: Entry) => void;
};

/** The options of the palette in their groups. */
export function PaletteList({ groups, text, chosen, onPoint, onChoose }: PaletteListProps) {
  const { t } = useTranslation('palette');
  return (
    <div id="palette-list" role="listbox" aria-label={t('title')}>
      {groups.map(({ id, title, entries, isRow }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
        <div key={id} role="group" aria-label={title ?? t('new')}>
          <p aria-hidden="true" className="truncate px-2.5 pt-2 pb-1 text-xs text-ink-faint">
            {title}
          </p>
          <div className={isRow ? 'grid grid-cols-6 gap-1.5 px-1.5' : 'grid grid-cols-[minmax(0,1fr)]'}>
            {entries.map((entry) => (
              <Option
                key={entry.id}
                entry={entry}
                text={text}
                isSquare={isRow}
                isChosen={entry === chosen}
                onPoint={() => onPoint(entry)}
                onChoose={() => onChoose(entry)}
              />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

type OptionProps = {
  entry: Entry;
  text: string;
  isSquare: boolean | undefined;
  isChosen: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function Option({ entry, text, isSquare, isChosen, onPoint, onChoose }: OptionProps) {
  const { id, label, note, picture } = entry;
  return (
    <button
      ref={(option) => {
        if (isChosen) option?.scrollIntoView({ block: 'nearest' });
      }}
      id={`palette-${id}`}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-label={isSquare ? label : undefined}
      onPointerMove={isChosen ? undefined : onPoint}
      onClick={onChoose}
      className={
        isSquare
          ? classNames(
              'grid aspect-square overflow-hidden rounded-md *:size-full!',
              isChosen && 'outline-2 outline-offset-2 outline-accent-text',
            )
          : classNames(
              'flex min-h-10 items-center gap-3 rounded-md px-1.5 py-1 text-left text-sm text-ink pointer-coarse:min-h-11',
              isChosen && 'bg-accent-soft outline-2 -outline-offset-2 outline-accent-text',
            )
      }
    >
      {isSquare ? picture : <Square>{picture}</Square>}
      {isSquare ? null : (
        <>
          <span title={label} dir="auto" className="min-w-0 flex-1 truncate text-start">
            <Marked label={label} text={text} />
          </span>
          {note ? <span className="shrink-0 pr-1 text-xs text-ink-faint tabular-nums">{note}</span> : null}
        </>
      )}
    </button>
  );
}

/** Ground of an icon or picture, of one size in every row. */
function Square({ children }: { children: ReactNode }) {
  return (
    <span className="grid h-8 w-10 shrink-0 place-items-center overflow-hidden rounded-sm bg-raised text-ink-soft">
      {children}
    </span>
  );
}

/** A label with the place that the user has typed. */
function Marked({ label, text }: { label: string; text: string }) {
  const wanted = text.trim().toLowerCase();
  const start = wanted === '' ? -1 : label.toLowerCase().indexOf(wanted);
  if (start < 0) return label;
  const end = start + wanted.length;
  return (
    <>
      {label.slice(0, start)}
      <mark className="bg-transparent font-semibold text-accent-text">{label.slice(start, end)}</mark>
      {label.slice(end)}
    </>
  );
}
