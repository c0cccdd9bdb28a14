import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { StillWaveform } from '#ui/sound/still-waveform.tsx';

const peakCount = 96;

/** Loudness curves: waves that come and go, steady rain, single steps. */
const samples = [
  { id: 'waves', seconds: 8, loudnessAt: (at: number) => 0.15 + 0.8 * Math.sin(at * 9) ** 2 * (1 - at / 3) },
  {
    id: 'city',
    seconds: 6,
    loudnessAt: (at: number) => 0.45 + 0.3 * Math.abs(Math.sin(at * 61)) * (0.4 + at),
  },
  { id: 'forest', seconds: 5, loudnessAt: (at: number) => 0.08 + 0.85 * Math.max(0, Math.sin(at * 38)) ** 6 },
] as const;

/** Sample of an audio history without actions, shown below the error that the history could not be loaded. */
export function SampleSounds() {
  const { t } = useTranslation('audio');
  return (
    <section aria-labelledby="sample-sounds" className="border-t border-line px-3 pt-6">
      <h2 id="sample-sounds" className="text-lg font-medium">
        {t('samples.title')}
      </h2>
      <p className="mt-1 text-sm text-ink-soft text-pretty">{t('samples.text')}</p>
      <ul className="mt-4 grid gap-5">
        {samples.map(({ id, seconds, loudnessAt }) => (
          <li key={id} className="grid gap-2">
            <div className="flex items-start justify-between gap-3">
              <p className="min-w-0 text-ink-soft">{t(`samples.${id}`)}</p>
              <Badge tone="warn">{t('samples.badge')}</Badge>
            </div>
            <div className="flex items-center gap-3">
              <div className="h-14 min-w-0 flex-1">
                <StillWaveform
                  peaks={Array.from({ length: peakCount }, (_, at) => loudnessAt(at / peakCount))}
                />
              </div>
              <span className="text-xs text-ink-faint tabular-nums">{formatClock(seconds)}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
