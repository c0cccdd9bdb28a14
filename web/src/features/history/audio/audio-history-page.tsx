import RefreshCw from 'lucide-react/icons/refresh-cw';
import { lazy, Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { HistoryFrame } from '../history-page.tsx';
import { HistorySearchBox } from '../history-search-box.tsx';
import { HistorySkeleton } from '../history-skeleton.tsx';
import type { AudioHistoryContentProps } from '../media/audio.tsx';

// The frame is there before what reads and draws the rows.
const AudioHistoryContent = lazy(async () => ({
  default: (await import('../media/audio.tsx')).AudioHistoryContent,
}));

async function refresh(): Promise<void> {
  const { refreshAudioHistory } = await import('./audio-history-query.ts');
  await refreshAudioHistory();
}

/** `/creator/history/audio`. What is searched and which page is shown stand in the address, not here. */
export function AudioHistoryPage(props: AudioHistoryContentProps) {
  const { t } = useTranslation('audio');
  const { view, onView } = props;
  const skeleton = <HistorySkeleton type="audio" />;
  const search = useCallback((text: string) => onView({ search: text, page: 1 }), [onView]);
  const bar = (
    <div className="flex items-center justify-between gap-3">
      <HistorySearchBox type="audio" value={view.search} onSearch={search} />
      <IconButton label={t('row.refresh')} onClick={() => void refresh()}>
        <RefreshCw size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
  return (
    <HistoryFrame type="audio" bar={bar} skeleton={skeleton}>
      <Suspense fallback={skeleton}>
        <AudioHistoryContent {...props} />
      </Suspense>
    </HistoryFrame>
  );
}
