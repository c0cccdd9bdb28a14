import X from 'lucide-react/icons/x';
import { IconButton } from '../icon-button.tsx';
import { ZoomButtons } from './zoom-buttons.tsx';

export type ImageDialogLabels = {
  close: string;
  previous: string;
  next: string;
  zoomIn: string;
  zoomOut: string;
  resetZoom: string;
  /** Such as "2 of 4". */
  position: (place: number, count: number) => string;
};

type ViewerBarProps = {
  titleId: string;
  title: string;
  labels: ImageDialogLabels;
  /** Set if there are several images, such as "2 of 4". */
  position: string | undefined;
  zoom: number;
  onZoom: (by: number) => void;
  onReset: () => void;
  onClose: () => void;
};

export function ViewerBar({
  titleId,
  title,
  labels,
  position,
  zoom,
  onZoom,
  onReset,
  onClose,
}: ViewerBarProps) {
  return (
    <div className="flex items-center gap-1 border-b border-line bg-surface px-2 py-1.5 sm:gap-2 sm:px-4">
      <h2 id={titleId} dir="auto" className="min-w-0 flex-1 truncate text-sm text-ink-soft">
        {title}
      </h2>
      {position ? (
        <p role="status" className="px-2 text-sm whitespace-nowrap tabular-nums">
          {position}
        </p>
      ) : null}
      <ZoomButtons zoom={zoom} labels={labels} onZoom={onZoom} onReset={onReset} />
      <IconButton label={labels.close} onClick={onClose}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
