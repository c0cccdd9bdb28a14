import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { IconButton } from '../icon-button.tsx';
import { maxZoom, minZoom, zoomStep } from './zoom.ts';

type ZoomButtonsProps = {
  /** Zoom in percent. */
  zoom: number;
  labels: { zoomIn: string; zoomOut: string; resetZoom: string };
  onZoom: (by: number) => void;
  onReset: () => void;
};

/** Buttons to zoom out and in, around the zoom in percent, which resets it. */
export function ZoomButtons({ zoom, labels, onZoom, onReset }: ZoomButtonsProps) {
  return (
    <>
      <IconButton
        label={labels.zoomOut}
        isSmall
        aria-disabled={zoom <= minZoom}
        onClick={() => onZoom(-zoomStep)}
        className="aria-disabled:opacity-50 pointer-coarse:size-11"
      >
        <Minus size={18} aria-hidden="true" />
      </IconButton>
      <button
        type="button"
        onClick={onReset}
        className="min-h-8 w-14 pointer-coarse:min-h-11 rounded-md text-center text-sm text-ink-soft tabular-nums hover:bg-hover hover:text-ink"
      >
        <span role="status">{zoom} %</span>
        <span className="sr-only"> {labels.resetZoom}</span>
      </button>
      <IconButton
        label={labels.zoomIn}
        isSmall
        tooltipSide="below-end"
        aria-disabled={zoom >= maxZoom}
        onClick={() => onZoom(zoomStep)}
        className="aria-disabled:opacity-50 pointer-coarse:size-11"
      >
        <Plus size={18} aria-hidden="true" />
      </IconButton>
    </>
  );
}
