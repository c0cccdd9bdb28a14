import type { PublicGeneration } from '@atelier/contract';
import type { ComponentType, ReactNode } from 'react';
import type { HistoryType } from '#lib/navigation/menu.ts';
import type { ViewedRecord } from '#product/generation/viewed-record.ts';
import type { HistoryView } from './history-search.ts';

/**
 * Everything that sets one history apart from the others. A history is one such object in `media/`, a line in
 * `media/index.ts`, a route and its messages.
 */
export type HistoryMedium<View extends HistoryView, Reply extends HistoryReply> = {
  type: HistoryType;
  medium: PublicGeneration['medium'];
  list: (view: View, signal: AbortSignal) => Promise<Reply>;
  /** `isLeaving`: the page may be gone before the reply arrives, so the call has to outlive it. */
  remove: (ids: readonly string[], isLeaving: boolean) => Promise<unknown>;
  /** The URL's search params for a view; those of a plain history by default. */
  searchOf?: (view: View) => { page?: number };
  /** What the delete question calls a generation; its prompt by default. */
  titleOf?: (generation: PublicGeneration) => string;
  /** An empty history shows the icon and links to the form of a kind. */
  empty: { Icon: HistoryIcon; kindId: string };
  /** What narrows the list besides the search; `List` shows the filters that are set. */
  filters?: {
    isSet: (view: View) => boolean;
    clear: (view: View) => View;
    List: ComponentType<ViewProps<View>>;
  };
  /** Beside the search box. */
  Tools?: ComponentType<ViewProps<View>>;
  /** Beside the number of rows. */
  Stats?: ComponentType<{ reply: Reply }>;
  /** Below the error when nothing could be loaded. */
  Samples?: ComponentType;
  /** Renders nothing; reads the list again on occasions that only this history has. */
  Refresher?: ComponentType<{
    running: readonly PublicGeneration[];
    rest: readonly PublicGeneration[];
    reply: Reply;
  }>;
  /** What a row with a result opens; the details dialog by default. */
  Details?: ComponentType<DetailsProps>;
  /** Whether the rows show this record in a viewer of their own. */
  hasViewer?: (generation: PublicGeneration) => boolean;
} & (HasRow<Reply> | HasRows<View>);

/** Finished generations in a list grouped by day. */
type HasRow<Reply extends HistoryReply> = { Row: ComponentType<RowProps<Reply>> };

/** Finished generations in a layout of the history's own. */
type HasRows<View> = { Rows: ComponentType<RowsProps<View>> };

export type HistoryIcon = ComponentType<{ size: number; strokeWidth: number }>;

export type ViewProps<View> = { view: View; onView: (view: View) => void };

/** What the list calls of all histories have in common. */
export type HistoryReply = {
  data: readonly { generation: PublicGeneration }[];
  total: number;
  page: number;
  totalPages: number;
};

export type RowProps<Reply extends HistoryReply = HistoryReply> = {
  generation: PublicGeneration;
  /** What the list says beyond the generation; undefined until the list includes it. */
  listed: Reply['data'][number] | undefined;
  onOpen: () => void;
  onDelete: () => void;
};

export type RowsProps<View> = {
  view: View;
  generations: readonly PublicGeneration[];
  /** Those and the running ones. */
  all: readonly PublicGeneration[];
  /** The one that is open over the page. */
  record: ViewedRecord;
  /** Asks before it deletes. */
  onDelete: (id: string) => void;
  /** Deletes what the user has confirmed already. */
  onDeleteConfirmed: (ids: readonly string[]) => void;
  /** Follows the rows. */
  children: ReactNode;
};

export type DetailsProps = {
  generation: PublicGeneration;
  onClose: () => void;
  onDelete: (id: string) => void;
};

export type RenderRunning = (generation: PublicGeneration) => ReactNode;

export type HistoryContentProps<View> = ViewProps<View> & { renderRunning: RenderRunning };

export type LoadedHistory<View> = {
  renderTools: (props: ViewProps<View>) => ReactNode;
  renderContent: (props: HistoryContentProps<View>) => ReactNode;
  deleteWithUndo: (ids: readonly string[]) => void;
};

export type LazyHistory<View> = {
  type: HistoryType;
  /** Returns the same promise every time. */
  load: () => Promise<LoadedHistory<View>>;
};

/** For APIs that delete one generation per call. */
export function removeEach(
  remove: (id: string, isLeaving: boolean) => Promise<unknown>,
): (ids: readonly string[], isLeaving: boolean) => Promise<unknown> {
  return (ids, isLeaving) => Promise.all(ids.map((id) => remove(id, isLeaving)));
}
