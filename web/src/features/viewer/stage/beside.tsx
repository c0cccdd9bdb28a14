import CloudOff from 'lucide-react/icons/cloud-off';
import { useTranslation } from 'react-i18next';
import { shownOutputs } from '#product/generation/outputs.ts';
import { mediumViews } from '#product/media/index.ts';
import type { Walk } from '../use-walk.ts';

type BesideProps = {
  walk: Walk;
  /** 1: at the right of the work, the next one. */
  by: 1 | -1;
  gapPx: number;
};

/** The work beside the one that a finger draws; at the end of what is loaded, why there is none. */
export function Beside({ walk, by, gapPx }: BesideProps) {
  const beside = walk.findBeside(by);
  return (
    <div
      aria-hidden="true"
      className="absolute inset-y-0 w-full overflow-hidden bg-stage"
      style={{ left: by === 1 ? `calc(100% + ${gapPx}px)` : `calc(-100% - ${gapPx}px)` }}
    >
      {beside ? <BesidePicture {...beside} /> : walk.mayHaveMore ? <NotLoaded /> : null}
    </div>
  );
}

function BesidePicture({ generation, image }: NonNullable<ReturnType<Walk['findBeside']>>) {
  const { Picture } = mediumViews[generation.medium];
  const output = shownOutputs(generation)[image - 1];
  return <Picture generation={output ? { ...generation, outputs: [output] } : generation} size="wall" />;
}

function NotLoaded() {
  const { t } = useTranslation('viewer');
  return (
    <p className="flex h-full w-1/4 flex-col items-center justify-center gap-2 p-2 text-center text-xs text-ink-soft">
      <CloudOff size={20} />
      {t(navigator.onLine ? 'loadingMore' : 'offlineMore')}
    </p>
  );
}
