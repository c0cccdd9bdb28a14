import type { Kind } from '@atelier/catalog';
import X from 'lucide-react/icons/x';
import { type UIEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { findUnit, useValueLabel } from '#product/generation/value-label.ts';
import { Badge } from '#ui/badge.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useProblemLabels } from '../labels.ts';
import type { SheetLine } from './expand.ts';
import { promptField } from './read-ideas.ts';

const rowPx = 56;
/** Drawn beyond each end of the window. */
const spareRows = 6;
const windowPx = 448;

type SheetLinesProps = {
  lines: readonly SheetLine[];
  kinds: readonly Kind[];
  onRemove: (key: string) => void;
};

/** Every line with its price; only those in the window are drawn. */
export function SheetLines({ lines, kinds, onRemove }: SheetLinesProps) {
  const { t } = useTranslation('sheet');
  const [topPx, setTopPx] = useState(0);
  const varying = useMemo(() => varyingFields(lines), [lines]);
  const first = Math.max(0, Math.floor(topPx / rowPx) - spareRows);
  const last = Math.ceil((topPx + windowPx) / rowPx) + spareRows;
  if (lines.length === 0) return null;
  return (
    <section
      aria-label={t('lines')}
      // A box that scrolls has to be reachable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is such a box
      tabIndex={0}
      onScroll={(event: UIEvent<HTMLElement>) => setTopPx(event.currentTarget.scrollTop)}
      className="overflow-y-auto rounded-md border border-line"
      style={{ maxHeight: windowPx }}
    >
      <ol className="relative" style={{ height: lines.length * rowPx }}>
        {lines.slice(first, last).map((line, index) => (
          <Line
            key={line.key}
            line={line}
            varying={varying}
            place={first + index}
            count={lines.length}
            hasKinds={kinds.length > 1}
            onRemove={() => onRemove(line.key)}
          />
        ))}
      </ol>
    </section>
  );
}

type LineProps = {
  line: SheetLine;
  place: number;
  count: number;
  varying: readonly string[];
  hasKinds: boolean;
  onRemove: () => void;
};

function Line({ line, place, count, varying, hasKinds, onRemove }: LineProps) {
  const { t, i18n } = useTranslation(['sheet', 'kinds']);
  const findProblemText = useProblemLabels();
  const formatValue = useValueLabel();
  const { kind, values, problems, costCredits, duplicateOf, source } = line;
  const prompt = makeExcerpt(String(values[promptField(kind)] ?? ''), 120);
  const settings = varying
    .filter((name) => kind.fields[name] && values[name] !== null && values[name] !== undefined)
    .map((name) => formatLabel(name, values[name]));
  const [problem] = problems;
  return (
    <li
      aria-posinset={place + 1}
      aria-setsize={count}
      className="absolute inset-x-0 flex items-center gap-3 border-b border-line px-3"
      style={{ top: place * rowPx, height: rowPx }}
    >
      <span className="w-8 shrink-0 text-right text-xs text-ink-faint tabular-nums">{place + 1}</span>
      <div className="min-w-0 flex-1">
        <p title={prompt || t('sheet:withoutPrompt')} dir="auto" className="truncate text-sm text-ink">
          {prompt || t('sheet:withoutPrompt')}
        </p>
        {problem ? (
          <p className="truncate text-xs text-danger-text" title={findProblemText(problem)}>
            {t('sheet:problem', { line: source, problem: findProblemText(problem) })}
          </p>
        ) : (
          <p
            title={[...(hasKinds ? [t(`kinds:kinds.${kind.id}.title`)] : []), ...settings].join(' · ')}
            className="truncate text-xs text-ink-faint"
          >
            {[...(hasKinds ? [t(`kinds:kinds.${kind.id}.title`)] : []), ...settings].join(' · ')}
          </p>
        )}
      </div>
      {duplicateOf === undefined ? null : (
        <Badge tone="warn">{t('sheet:sameAs', { line: duplicateOf })}</Badge>
      )}
      <span className="shrink-0 text-xs text-ink-soft tabular-nums">
        {problem
          ? '—'
          : t('sheet:credits', { count: costCredits, credits: formatCredits(costCredits, i18n.language) })}
      </span>
      <IconButton
        isSmall
        label={t('sheet:remove', { line: place + 1 })}
        tooltipSide="left"
        onClick={onRemove}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </li>
  );

  function formatLabel(name: string, value: unknown): string {
    const widget = kind.fields[name]?.widget;
    const shown = formatValue({ field: name, value, unit: findUnit(widget) });
    return widget?.type === 'choice' ? shown : `${t(`kinds:fields.${name}.label`)} ${shown}`;
  }
}

/** The settings that are not the same in all lines of a model. */
function varyingFields(lines: readonly SheetLine[]): string[] {
  const names = new Set(
    lines.flatMap(({ kind }) => Object.keys(kind.fields).filter((name) => isSetting(kind, name))),
  );
  return [...names].filter((name) => {
    const firstOf = new Map<Kind, unknown>();
    return lines.some(({ kind, values }) => {
      if (!firstOf.has(kind)) firstOf.set(kind, values[name]);
      return firstOf.get(kind) !== values[name];
    });
  });
}

function isSetting({ fields }: Kind, name: string): boolean {
  const type = fields[name]?.widget.type;
  return type !== 'textarea' && type !== 'upload';
}
