import type { PublicGeneration } from '@atelier/contract';

/** What can be done with a record where it is listed. */
export type RecordHandlers = {
  isSelected: boolean;
  /** Something is selected, here or on another page: boxes are shown without being pointed at. */
  isSelecting: boolean;
  onToggle: (isRange: boolean) => void;
  onOpen: () => void;
  onTag: () => void;
  onDelete: () => void;
};

export type ImageRecordsProps = {
  records: readonly PublicGeneration[];
  handlersOf: (generation: PublicGeneration) => RecordHandlers;
};
