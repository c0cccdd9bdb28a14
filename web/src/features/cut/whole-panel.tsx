import { cutLimits, cutShapes, cutSoundModes } from '@atelier/catalog/cuts';
import AudioLines from 'lucide-react/icons/audio-lines';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { CompactSelect } from '#ui/compact-select.tsx';
import { FieldError, FieldLabel } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { RatioShape } from '#ui/ratio-shape.tsx';
import { SliderField } from '#ui/slider-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { WholeChange } from './bench-state.ts';
import type { FieldErrors } from './clip-panel.tsx';
import { formatMoment } from './clip-times.ts';
import type { BenchParts } from './use-bench.ts';
import { useFiles } from './use-files.tsx';

type WholePanelProps = BenchParts & { errors: FieldErrors };
type Fields = Pick<BenchParts, 'bench'> & { errors: FieldErrors; change: (part: WholeChange) => void };

/** Settings of the whole cut: shape, sound, caption and poster. */
export function WholePanel({ bench, dispatch, playback, errors }: WholePanelProps) {
  const { t } = useTranslation('cut');
  const { cut, sources } = bench;
  const change = (part: WholeChange) =>
    dispatch({ do: 'change-whole', change: part, atMs: performance.now() });
  const first = sources[cut.clips[0]?.url ?? ''];
  return (
    <section aria-labelledby="cut-whole" className="grid min-w-0 grid-cols-1 gap-5 border-t border-line pt-6">
      <h2 id="cut-whole" className="font-semibold">
        {t('whole.title')}
      </h2>
      <CompactSelect
        name="shape"
        label={t('whole.shape')}
        value={cut.shape}
        error={errors.shape}
        options={cutShapes.map((value) => ({
          value,
          label: value === 'source' ? t('whole.source') : value,
          picture: <RatioShape ratio={readRatio(value, first)} />,
        }))}
        onChange={(value) => change({ shape: cutShapes.find((shape) => shape === value) ?? 'source' })}
      />
      <SoundField bench={bench} change={change} errors={errors} />
      <TextField
        name="caption"
        label={t('whole.caption')}
        value={cut.caption}
        maxLength={cutLimits.caption}
        help={t('whole.captionHelp')}
        error={errors.caption}
        onChange={(caption) => change({ caption })}
      />
      <div>
        <FieldLabel
          aside={
            cut.poster_seconds === null
              ? t('whole.posterFirst')
              : t('whole.posterAt', { moment: formatMoment(cut.poster_seconds) })
          }
        >
          {t('whole.poster')}
        </FieldLabel>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            className="pointer-coarse:min-h-11"
            onClick={() => change({ poster_seconds: Math.round(playback.moment.get() * 1_000) / 1_000 })}
          >
            {t('whole.posterHere')}
          </Button>
          {cut.poster_seconds === null ? null : (
            <Button
              size="sm"
              variant="ghost"
              className="pointer-coarse:min-h-11"
              onClick={() => change({ poster_seconds: null })}
            >
              {t('whole.posterReset')}
            </Button>
          )}
        </div>
        <FieldError id="cut-poster-error" text={errors.poster_seconds} />
      </div>
    </section>
  );
}

function readRatio(
  shape: (typeof cutShapes)[number],
  first: { width: number; height: number } | undefined,
): [number, number] {
  if (shape === 'source') return [first?.width ?? 16, first?.height ?? 9];
  const [across = 1, down = 1] = shape.split(':').map(Number);
  return [across, down];
}

/** One sound over the whole cut: of a sound or a video. */
function SoundField({ bench, errors, change }: Fields) {
  const { t } = useTranslation('cut');
  const { sound } = bench.cut;
  const files = useFiles({
    label: t('sound.title'),
    accept: 'audio-or-video',
    maxFiles: 1,
    onFiles: ([file]) => file && change({ sound: { url: file.url, mode: 'replace', volume: 1 } }),
  });
  return (
    <div>
      <FieldLabel>{t('sound.title')}</FieldLabel>
      {sound ? (
        <div className="grid grid-cols-1 gap-4">
          <p className="flex items-center gap-2 rounded-md bg-raised px-3 text-sm">
            <AudioLines size={16} aria-hidden="true" />
            <span className="min-w-0 flex-1 truncate" title={t('sound.added')}>
              {t('sound.added')}
            </span>
            <IconButton
              label={t('sound.remove')}
              tooltipSide="above-end"
              onClick={() => change({ sound: null })}
              className="pointer-coarse:size-11"
            >
              <X size={16} aria-hidden="true" />
            </IconButton>
          </p>
          <CompactSelect
            name="mode"
            label={t('sound.mode')}
            value={sound.mode}
            error={errors['sound.mode']}
            options={cutSoundModes.map((value) => ({ value, label: t(`sound.${value}`) }))}
            onChange={(mode) => change({ sound: { ...sound, mode: mode === 'add' ? 'add' : 'replace' } })}
          />
          <SliderField
            name="sound_volume"
            label={t('sound.volume')}
            min={0}
            max={cutLimits.volume * 100}
            step={5}
            value={Math.round(sound.volume * 100)}
            resetValue={100}
            onChange={(percent) =>
              Number.isFinite(percent) &&
              change({
                sound: { ...sound, volume: Math.max(0, Math.min(cutLimits.volume, percent / 100)) },
              })
            }
          />
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" className="pointer-coarse:min-h-11" onClick={files.openLibrary}>
            {t('add.library')}
          </Button>
          <Button size="sm" className="pointer-coarse:min-h-11" onClick={files.openUpload}>
            {t('add.upload')}
          </Button>
        </div>
      )}
      {files.parts}
      <FieldError id="cut-sound-error" text={errors.sound ?? errors['sound.url']} />
    </div>
  );
}
