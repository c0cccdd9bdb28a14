import type { ListSort } from './library-search.ts';

/** An order of the list; undefined for the newest first. */
type Order = ListSort | undefined;

/**
 * Columns of the list that the server sorts, each with its two orders: the one that a first press asks for, and its
 * opposite.
 */
const orders = {
  model: ['model', '-model'],
  credits: ['credits', '-credits'],
  time: [undefined, 'oldest'],
  status: ['status', '-status'],
} as const satisfies Record<string, readonly [Order, Order]>;

export type SortedColumn = keyof typeof orders;

const ascending: readonly Order[] = ['model', '-credits', 'oldest', 'status'];

/** The order after a press on a column's head. */
export function nextOrder(column: SortedColumn, current: Order): Order {
  const [first, opposite] = orders[column];
  return current === first ? opposite : first;
}

/** The direction in which a column sorts the list; undefined while another one does. */
export function findDirection(column: SortedColumn, current: Order): 'ascending' | 'descending' | undefined {
  const [first, opposite] = orders[column];
  if (current !== first && current !== opposite) return undefined;
  return ascending.includes(current) ? 'ascending' : 'descending';
}

/** Whether the days of the list are in order, so that each can have a heading. */
export function isByDay(order: Order): boolean {
  return findDirection('time', order) !== undefined;
}
