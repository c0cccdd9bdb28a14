import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format/format-clock.ts';
import type { SoundWords } from '#ui/sound/sound-props.ts';

/** The words of a sound's player, in the user's language. */
export function useSoundWords(): SoundWords {
  const { t } = useTranslation('audio');
  return useMemo(
    () => ({
      play: t('player.play'),
      pause: t('player.pause'),
      position: t('player.position'),
      mute: t('player.mute'),
      unmute: t('player.unmute'),
      broken: t('player.broken'),
      clock: formatClock,
      positionOf: (seconds, durationSeconds) =>
        t('player.positionOf', { at: formatClock(seconds), of: formatClock(durationSeconds) }),
    }),
    [t],
  );
}
