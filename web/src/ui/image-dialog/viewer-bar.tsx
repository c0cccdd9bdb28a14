import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { IconButton } from '../icon-button.tsx';
import { maxZoom, minZoom, zoomStep } from './zoom.ts';

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
      <h2 id={titleId} className="min-w-0 flex-1 truncate text-sm text-ink-soft">
        {title}
      </h2>
      {position ? (
        <p role="status" className="px-2 text-sm whitespace-nowrap tabular-nums">
          {position}
        </p>
      ) : null}
      <IconButton
        label={labels.zoomOut}
        isSmall
        aria-disabled={zoom <= minZoom}
        onClick={() => onZoom(-zoomStep)}
        className="aria-disabled:opacity-50"
      >
        <Minus size={18} aria-hidden="true" />
      </IconButton>
      <button
        type="button"
        onClick={onReset}
        className="min-h-8 w-14 rounded-md text-center text-sm text-ink-soft tabular-nums hover:bg-hover hover:text-ink"
      >
        <span role="status">{zoom} %</span>
        <span className="sr-only"> {labels.resetZoom}</span>
      </button>
      <IconButton
        label={labels.zoomIn}
        isSmall
        aria-disabled={zoom >= maxZoom}
        onClick={() => onZoom(zoomStep)}
        className="aria-disabled:opacity-50"
      >
        <Plus size={18} aria-hidden="true" />
      </IconButton>
      <IconButton label={labels.close} onClick={onClose}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
