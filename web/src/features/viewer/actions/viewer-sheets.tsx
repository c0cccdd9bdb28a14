import Columns2 from 'lucide-react/icons/columns-2';
import Tag from 'lucide-react/icons/tag';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GenerationAddress } from '#product/generation/actions/generation-address.ts';
import { hasShownResult } from '#product/generation/outputs.ts';
import { classNames } from '#ui/class-names.ts';
import { type DownloadProps, isVideo } from './download-control.tsx';
import { listSteps } from './list-steps.ts';
import { FirstStep, StepControl, StepFace } from './step-control.tsx';
import { useSteps } from './use-step.ts';
import { VideoFormats } from './video-formats.tsx';
import { sheetRow, ViewerSheet } from './viewer-sheet.tsx';

type ViewerSheetsProps = DownloadProps & {
  address: GenerationAddress;
  /** Begins a comparison; undefined when there is nothing to compare with. */
  onCompare: (() => void) | undefined;
  onTag: () => void;
  onDelete: () => void;
};

/** The sheet that the address names: Back closes it. */
export function ViewerSheets({ address, onCompare, onTag, onDelete, ...work }: ViewerSheetsProps) {
  const { t } = useTranslation('viewer');
  const { view, closeSheet } = address;
  // A dialog that opens before the viewer around it would lie below it.
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  if (!isReady) return null;
  if (view?.sheet === 'next') return <NextSheet {...work} onClose={closeSheet} />;
  if (view?.sheet !== 'more') return null;
  const { tags } = work.generation;
  const closeAnd = (act: () => void) => () => {
    closeSheet();
    act();
  };
  return (
    <ViewerSheet title={t('actions')} onClose={closeSheet}>
      {onCompare ? (
        <button type="button" className={sheetRow} onClick={onCompare}>
          <Columns2 size={20} aria-hidden="true" />
          {t('compare.start')}
        </button>
      ) : null}
      {hasShownResult(work.generation) ? (
        <button type="button" className={sheetRow} onClick={closeAnd(onTag)}>
          <Tag size={20} aria-hidden="true" />
          <span className="flex-1">{t('tags')}</span>
          <span title={tags.join(', ')} className="max-w-40 truncate text-sm font-normal text-ink-faint">
            {tags.join(', ')}
          </span>
        </button>
      ) : null}
      {isVideo(work.output) ? <VideoFormats {...work} isRow /> : null}
      {listSteps(work.generation, work.output).includes('seed') ? (
        <StepControl {...work} id="seed" className={sheetRow}>
          {(step) => <StepFace step={step} iconPx={20} />}
        </StepControl>
      ) : null}
      <button
        type="button"
        className={classNames(sheetRow, 'mt-2 border-t border-line text-danger-text!')}
        onClick={closeAnd(onDelete)}
      >
        <Trash2 size={20} aria-hidden="true" />
        {t('delete')}
      </button>
    </ViewerSheet>
  );
}

function NextSheet({ onClose, ...work }: DownloadProps & { onClose: () => void }) {
  const { t } = useTranslation('preview');
  const [first, ...others] = useSteps(work.generation, work.output);
  return (
    <ViewerSheet title={t('acts.title')} onClose={onClose}>
      {first ? <FirstStep {...work} id={first} /> : null}
      {others.map((id) => (
        <StepControl key={id} {...work} id={id} className={sheetRow}>
          {(step) => <StepFace step={step} iconPx={20} />}
        </StepControl>
      ))}
    </ViewerSheet>
  );
}
