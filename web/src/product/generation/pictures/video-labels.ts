import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format.ts';
import type { VideoLabels } from '#ui/video/video-controls.tsx';

/** The labels of the video player. The page has to have loaded `preview`. */
export function useVideoLabels(): VideoLabels {
  const { t } = useTranslation('preview');
  return useMemo(
    () => ({
      play: t('player.play'),
      pause: t('player.pause'),
      frameBack: t('player.frameBack'),
      frameOn: t('player.frameOn'),
      position: t('player.position'),
      mute: t('player.mute'),
      unmute: t('player.unmute'),
      loop: t('player.loop'),
      download: t('player.download'),
      fullscreen: t('player.fullscreen'),
      leaveFullscreen: t('player.leaveFullscreen'),
      fullscreenRefused: t('player.fullscreenRefused'),
      broken: t('player.broken'),
      clock: formatClock,
      findPosition: (seconds, durationSeconds) =>
        t('player.positionOf', { at: formatClock(seconds), of: formatClock(durationSeconds) }),
    }),
    [t],
  );
}
