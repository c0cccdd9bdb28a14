import type { PublicGeneration } from '@atelier/contract';
import { HistoryList } from '../history-list.tsx';
import { ImageRow } from './image-row.tsx';
import type { ImageRecordsProps } from './record-handlers.ts';

const noneRunning: readonly PublicGeneration[] = [];

export function ImageList({ records, handlersOf }: ImageRecordsProps) {
  return (
    <HistoryList
      running={noneRunning}
      rest={records}
      renderRunning={() => null}
      renderRow={(generation) => <ImageRow generation={generation} {...handlersOf(generation)} />}
    />
  );
}
