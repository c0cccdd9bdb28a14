import type { PublicGeneration } from '@atelier/contract';
import type { ComponentType, ReactNode } from 'react';
import type { ChoiceName, LibraryType, LibraryView } from './filters/library-view.ts';
import type { SelectionState } from './selection/selection.ts';

type Medium = PublicGeneration['medium'];

/**
 * Everything that sets one tab of the library apart from the others. A tab is one such object in `media/`, a route
 * and its messages.
 */
export type HistoryMedium = {
  type: LibraryType;
  /** Medium of the list; all media when undefined. */
  medium: Medium | undefined;
  /** A page of the list. */
  list: (view: LibraryView, signal: AbortSignal) => Promise<HistoryReply>;
  /** Filters that other tabs lack. */
  choices?: readonly ChoiceName[];
  /** Name of a generation in the delete question; its prompt by default. */
  formatTitle?: (generation: PublicGeneration) => string;
  /** An empty history shows the icon and links to the form of a kind. */
  empty: { Icon: HistoryIcon; path: string };
  /** Figures beside the number of rows. */
  Stats?: ComponentType;
  /** Samples below the error when nothing could be loaded. */
  Samples?: ComponentType;
  /** Renders nothing; reads the list again on occasions that only this history has. */
  Refresher?: ComponentType<{
    running: readonly PublicGeneration[];
    rest: readonly PublicGeneration[];
    reply: HistoryReply;
  }>;
  /** Tools beside the search box. */
  Tools?: ComponentType;
  /** Takes the place of the credits in a row of the list. */
  Credits?: ComponentType<CreditsProps>;
};

export type HistoryIcon = ComponentType<{ size: number; strokeWidth: number }>;

export type ViewProps = { view: LibraryView; onView: (view: LibraryView) => void };

/** Fields that the list replies of all histories share. */
export type HistoryReply = {
  data: readonly { generation: PublicGeneration }[];
  total: number;
  page: number;
  totalPages: number;
};

export type CreditsProps = {
  /** Row of the list reply, with more than the generation; undefined until the list includes it. */
  listed: HistoryReply['data'][number] | undefined;
  /** The credits as of every work. */
  children: ReactNode;
};

export type RenderWaiting = (waiting: readonly PublicGeneration[]) => ReactNode;

/** A running generation as a tile of the grid. */
export type RenderTile = (generation: PublicGeneration, heightPx: number) => ReactNode;

export type HistoryContentProps = ViewProps & { renderWaiting: RenderWaiting; renderTile: RenderTile };

export type LoadedHistory = {
  renderTools: (props: ViewProps) => ReactNode;
  renderContent: (props: HistoryContentProps) => ReactNode;
};

export type LazyHistory = {
  type: LibraryType;
  /** Returns the same promise every time. */
  load: () => Promise<LoadedHistory>;
};

export type ContentProps = HistoryContentProps & {
  medium: HistoryMedium;
  /** Deletes what the user has confirmed. */
  onDelete: (ids: readonly string[]) => void;
};

export type LayoutProps = ContentProps & { selection: SelectionState };
