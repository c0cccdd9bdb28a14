import type { PublicGeneration } from '@atelier/contract';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#lib/server-time.ts';
import { classNames } from '#ui/class-names.ts';
import { SortButton } from '#ui/sort-button.tsx';
import { findDirection, isByDay, nextOrder } from '../filters/list-order.ts';
import type { ViewProps } from '../history-medium.ts';
import { DayHeading, groupByDay, useDayNames } from './day-groups.tsx';

/**
 * Picture, prompt, model, length or size, credits, time, status; on a phone the prompt has a line above model, credits
 * and time.
 */
const columns = {
  '--columns':
    '4rem minmax(0,1fr) clamp(5.5rem,13%,9.5rem) clamp(5.5rem,11%,8rem) clamp(4.25rem,8%,5.5rem) clamp(6rem,10%,7rem) clamp(6.5rem,11%,8.5rem)',
  '--phone-columns': '4rem minmax(0,1fr) auto auto',
} as CSSProperties;

/** The classes of a row of columns. */
export const rowColumns = 'grid items-center gap-x-3 px-2 md:grid-cols-(--columns)';

type ListTableProps = ViewProps & {
  generations: readonly PublicGeneration[];
  renderRow: (generation: PublicGeneration) => ReactNode;
};

/** Works as a table, a heading for each day where the days are in order. Its heads sort; a phone has none. */
export function ListTable({ view, onView, generations, renderRow }: ListTableProps) {
  const nameOfDay = useDayNames();
  if (generations.length === 0) return null;
  const groups = groupByDay(generations, (generation) => generation.created_at, new Date(serverNow()));
  return (
    <table className="block" style={columns}>
      <Heads view={view} onView={onView} />
      {isByDay(view.sort) ? (
        groups.map((group) => (
          <tbody key={group.key} className="block" aria-labelledby={`history-${group.key}`}>
            <tr className="block">
              <th scope="rowgroup" className="block text-left font-normal">
                <DayHeading id={`history-${group.key}`} name={nameOfDay(group)} />
              </th>
            </tr>
            {group.items.map(renderRow)}
          </tbody>
        ))
      ) : (
        <tbody className="block">{generations.map(renderRow)}</tbody>
      )}
    </table>
  );
}

const heads = ['prompt', 'model', 'size', 'credits', 'time', 'status'] as const;

function Heads({ view, onView }: ViewProps) {
  const { t } = useTranslation('library');
  return (
    <thead className="sticky z-20 md:top-25 block bg-canvas max-md:hidden">
      <tr
        className={classNames(
          'min-h-9 border-b border-line text-left text-xs whitespace-nowrap text-ink-faint',
          rowColumns,
        )}
      >
        <td />
        {heads.map((column) => {
          const label = t(`columns.${column}`);
          const className = classNames('font-medium', looks[column]);
          if (column === 'prompt' || column === 'size') {
            return (
              <th key={column} scope="col" className={className}>
                {label}
              </th>
            );
          }
          const direction = findDirection(column, view.sort);
          return (
            <th key={column} scope="col" aria-sort={direction ?? 'none'} className={className}>
              <SortButton
                order={direction}
                onPress={() => onView({ ...view, page: 1, sort: nextOrder(column, view.sort) })}
              >
                {label}
              </SortButton>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Classes that align heads with the values below them. */
const looks: Partial<Record<(typeof heads)[number], string>> = {
  credits: 'text-right',
  time: 'text-right',
  status: 'pl-2',
};
