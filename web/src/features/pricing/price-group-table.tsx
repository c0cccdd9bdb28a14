import { inputQuery, type Pack } from '@atelier/catalog';
import { Link } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatMoney, formatSeconds } from '#lib/format.ts';
import { KindPicture } from '#product/kinds/kind-picture.tsx';
import { pageTarget } from '#product/navigation/menu.ts';
import { classNames } from '#ui/class-names.ts';
import { SortButton } from '#ui/sort-button.tsx';
import { clipLengths, type PriceCell, type PriceGroup, type PriceRow } from './price-rows.build.ts';
import { nextSorting, pickVersion, type Sorting, type SortKey, sortRows } from './price-rows.ts';
import { formatTaking, useColumnLabel, useMoney } from './price-words.ts';

/** Columns of prices in every group, so that the groups are one table to the eye. */
const priceColumns = 5;
const narrowWidth = { width: 'clamp(4.25rem, 6.1vw, 5.5rem)' };
const wideWidth = { width: 'clamp(5.25rem, 7.2vw, 6.5rem)' };
/** Layout with three prices beside the name on a phone; the rest is scrolled to. */
const tableLayout = { tableLayout: 'fixed', minWidth: '42rem' } as const;
const rowHeight = { height: '2.875rem' };

export type NamedRow = { row: PriceRow; note: string };

type PriceGroupTableProps = {
  group: Pick<PriceGroup, 'id' | 'columns'>;
  rows: readonly NamedRow[];
  clipIndex: number;
  pack: Pack;
  chosenId: string | undefined;
  sorting: Sorting | undefined;
  onSort: (sorting: Sorting | undefined) => void;
  /** Whether earlier models are folded: while nothing is searched. */
  folds: boolean;
};

/** The models of a group as rows, with a column for each size, length or sound that changes what they cost. */
export function PriceGroupTable({
  group,
  rows,
  clipIndex,
  pack,
  chosenId,
  sorting,
  onSort,
  folds,
}: PriceGroupTableProps) {
  const { t } = useTranslation('pricing');
  const [isUnfolded, setUnfolded] = useState(false);
  const notes = new Map(rows.map(({ row, note }) => [row.id, note]));
  const isChosen = ({ kinds }: PriceRow) => chosenId !== undefined && kinds.includes(chosenId);
  const sorted = sortRows(
    rows.map(({ row }) => row),
    clipIndex,
    sorting,
  );
  const isFolded = (row: PriceRow) => folds && row.isEarlier === true && !isChosen(row);
  const earlier = sorted.filter(isFolded);
  const draw = (row: PriceRow) => (
    <Row
      key={row.id}
      row={row}
      note={notes.get(row.id) ?? ''}
      clipIndex={clipIndex}
      pack={pack}
      isChosen={isChosen(row)}
    />
  );
  return (
    <table className="w-full text-sm tabular-nums" style={tableLayout}>
      <caption className="sr-only">
        {t('prices.tableCaption', { group: t(`prices.groups.${group.id}`) })}
      </caption>
      <colgroup>
        <col />
        <col span={priceColumns - 1} style={narrowWidth} />
        <col span={3} style={wideWidth} />
      </colgroup>
      <Heads group={group} clipIndex={clipIndex} pack={pack} sorting={sorting} onSort={onSort} />
      <tbody>{sorted.filter((row) => !isFolded(row)).map(draw)}</tbody>
      {earlier.length > 0 ? (
        <tbody>
          <EarlierRow
            count={earlier.length}
            isUnfolded={isUnfolded}
            onToggle={() => setUnfolded(!isUnfolded)}
          />
          {isUnfolded ? earlier.map(draw) : null}
        </tbody>
      ) : null}
    </table>
  );
}

const headClass =
  'z-10 bg-canvas px-1.5 font-normal text-xs text-ink-faint whitespace-nowrap lg:top-[calc(var(--header-height)+3.25rem)]';
const nameClass = 'sticky left-0 z-10 lg:static';
/** Opaque above the prices that are scrolled below it. */
const nameBack = { background: 'inherit' };

type HeadsProps = Pick<PriceGroupTableProps, 'group' | 'clipIndex' | 'pack' | 'sorting' | 'onSort'>;

function Heads({ group: { id, columns }, clipIndex, pack, sorting, onSort }: HeadsProps) {
  const { t, i18n } = useTranslation('pricing');
  const formatColumn = useColumnLabel();
  const length = formatSeconds(clipLengths[clipIndex] ?? 0, i18n.language);
  const price = formatMoney(pack.amountMinor, pack.currency, i18n.language);
  const heads: [SortKey, string][] = [
    ...columns.map((column, index): [SortKey, string] => [index, formatColumn(column)]),
    ['time', t('prices.time')],
    ['buys', t('prices.buys', { price })],
  ];
  return (
    <thead>
      <tr className="border-b border-line-strong">
        <th scope="col" className={classNames(headClass, 'sticky left-0 text-left')}>
          <span className="mr-2 text-base font-semibold text-ink">{t(`prices.groups.${id}`)}</span>
          {t(`prices.units.${id}`, { length })}
        </th>
        {heads.flatMap(([key, label]) => [
          ...(key === 'time' && columns.length < priceColumns
            ? [
                <td
                  key="rest"
                  colSpan={priceColumns - columns.length}
                  className={classNames(headClass, 'text-right lg:sticky')}
                />,
              ]
            : []),
          <th
            key={key}
            scope="col"
            aria-sort={sorting?.key === key ? sorting.order : 'none'}
            className={classNames(headClass, 'text-right lg:sticky')}
          >
            <SortButton
              order={sorting?.key === key ? sorting.order : undefined}
              onPress={() => onSort(nextSorting(sorting, key))}
            >
              {label}
            </SortButton>
          </th>,
        ])}
      </tr>
    </thead>
  );
}

type EarlierRowProps = { count: number; isUnfolded: boolean; onToggle: () => void };

/** Unfolds the models that a newer one of their line follows. */
function EarlierRow({ count, isUnfolded, onToggle }: EarlierRowProps) {
  const { t } = useTranslation('pricing');
  return (
    <tr className="border-b border-line">
      <td colSpan={priceColumns + 3}>
        <button
          type="button"
          aria-expanded={isUnfolded}
          onClick={onToggle}
          className="flex min-h-11 items-center gap-2 rounded-sm px-1.5 text-sm font-medium text-ink-soft hover:text-ink"
        >
          <ChevronRight
            size={16}
            aria-hidden="true"
            className={classNames('transition-transform duration-150', isUnfolded && 'rotate-90')}
          />
          {t('prices.earlier', { count })}
        </button>
      </td>
    </tr>
  );
}

type RowProps = Pick<PriceGroupTableProps, 'clipIndex' | 'pack'> & NamedRow & { isChosen: boolean };

function Row({ row, note, clipIndex, pack, isChosen }: RowProps) {
  const { t, i18n } = useTranslation('pricing');
  const { seconds, cells, credits, settings, takesSeconds } = pickVersion(row, clipIndex);
  const isOther = seconds !== undefined && seconds !== clipLengths[clipIndex];
  const text = [note, ...(isOther ? [formatSeconds(seconds, i18n.language)] : [])].join(' · ');
  return (
    <tr
      aria-current={isChosen || undefined}
      className={classNames(
        'group relative border-b border-line',
        isChosen ? 'bg-accent-soft' : 'bg-canvas hover:bg-raised',
      )}
      style={rowHeight}
    >
      <th scope="row" className={classNames(nameClass, 'px-1.5 text-left font-normal')} style={nameBack}>
        <span className="flex items-center gap-3">
          <KindPicture kindId={row.id} className="w-14 max-lg:hidden" />
          <Link
            {...pageTarget(row.path)}
            search={inputQuery(row.id, settings)}
            className="min-w-0 flex-1 after:absolute after:inset-0"
          >
            <span title={row.name} className="block truncate font-medium">
              {row.name}
            </span>
            <span title={text} className="block truncate text-xs text-ink-faint">
              {text}
            </span>
          </Link>
          <span
            aria-hidden="true"
            className="flex shrink-0 items-center gap-1 text-xs opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-lg:hidden"
          >
            {t('prices.open')}
            <ArrowRight size={14} />
          </span>
        </span>
      </th>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
        <Cell key={index} cell={cell} isEach={row.isEach} pack={pack} />
      ))}
      {cells.length < priceColumns ? <td colSpan={priceColumns - cells.length} /> : null}
      <td className="px-1.5 text-right text-ink-soft">{formatTaking(takesSeconds, i18n.language)}</td>
      <td className="px-1.5 text-right">
        {formatCredits(Math.floor(pack.credits / credits), i18n.language)}
      </td>
    </tr>
  );
}

/** Credits and money; empty where the model does not offer it. */
function Cell({ cell, isEach, pack }: { cell: PriceCell; isEach: boolean; pack: Pack }) {
  const { t, i18n } = useTranslation('pricing');
  const formatAmount = useMoney(pack);
  return (
    <td className="px-1.5 text-right whitespace-nowrap">
      {cell === 'included' ? <span className="text-ink-faint">{t('prices.included')}</span> : null}
      {typeof cell === 'number' ? (
        <>
          <span className="block leading-4 font-medium">{formatCredits(cell, i18n.language)}</span>
          <span className="block text-xs leading-4 text-ink-faint">
            {formatAmount(cell)}
            {isEach ? <span className="sr-only"> {t('prices.each')}</span> : null}
          </span>
        </>
      ) : null}
    </td>
  );
}
