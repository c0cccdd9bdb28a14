import { type CutClip, type CutFormat, countClipSeconds, cutLimits, isSoundCut } from '@atelier/catalog/cuts';
import { useTranslation } from 'react-i18next';
import type { BenchClip } from '#product/playback/bench-clip.ts';
import { findCutAxis, formatMoment } from '#product/playback/clip-times.ts';
import { VolumeField } from '#product/playback/volume-field.tsx';
import { Button } from '#ui/button.tsx';
import { CompactSelect } from '#ui/compact-select.tsx';
import { FieldError } from '#ui/field.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { SliderField } from '#ui/slider-field.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { TrimField } from './trim-field.tsx';
import type { BenchParts } from './use-bench.ts';
import type { Commands } from './use-commands.ts';

export type FieldErrors = Partial<Record<string, string>>;

type ClipPanelProps = BenchParts & {
  clip: BenchClip;
  place: number;
  format: CutFormat;
  commands: Commands;
  errors: FieldErrors;
};

/** Settings of the chosen clip. */
export function ClipPanel(props: ClipPanelProps) {
  const { bench, dispatch, clip, place, format, commands, errors } = props;
  const { t } = useTranslation('cut');
  const source = bench.sources[clip.url];
  const change = (part: Partial<CutClip>) =>
    dispatch({ do: 'change', id: clip.id, change: part, atMs: performance.now() });
  const name = source?.name || t('clip.unnamed');
  return (
    <section aria-labelledby="cut-clip" className="grid min-w-0 grid-cols-1 gap-5">
      <div>
        <h2 id="cut-clip" className="flex items-baseline gap-3 font-semibold">
          <span>{t('clip.title', { number: place + 1 })}</span>
          <span className="ml-auto text-sm font-normal text-ink-soft tabular-nums">
            {formatMoment(countClipSeconds(clip))}
          </span>
        </h2>
        <p dir="auto" title={name} className="truncate text-sm text-ink-faint">
          {name}
        </p>
        <FieldError id="cut-clip-error" text={errors.url ?? errors['']} />
      </div>
      <TrimField {...props} source={source} />
      <TrimButtons commands={commands} />
      <SliderField
        name="speed"
        label={t('clip.speed')}
        min={cutLimits.minSpeed}
        max={cutLimits.maxSpeed}
        step={0.05}
        value={clip.speed}
        resetValue={1}
        error={errors.speed}
        onChange={(speed) => Number.isFinite(speed) && change({ speed })}
      />
      <SwitchField
        name="is_reversed"
        label={t('clip.reverse')}
        help={t('clip.reverseHelp')}
        isOn={clip.is_reversed}
        onChange={(is_reversed) => change({ is_reversed })}
      />
      {isSoundCut(bench.cut) ? (
        <RepeatsField clip={clip} change={change} />
      ) : (
        <PictureFields clip={clip} source={source} format={format} change={change} />
      )}
      <SoundFields clip={clip} change={change} errors={errors} />
    </section>
  );
}

/** Trims and splits at the picture that is shown. */
function TrimButtons({ commands }: { commands: Commands }) {
  const { t } = useTranslation('cut');
  const buttons = [
    { name: 'startHere', key: 'I', act: commands.setStart },
    { name: 'endHere', key: 'O', act: commands.setEnd },
    { name: 'splitHere', key: 'S', act: commands.split },
  ] as const;
  return (
    <div className="flex flex-wrap gap-2">
      {buttons.map(({ name, key, act }) => (
        <Button key={name} size="sm" className="pointer-coarse:min-h-11" onClick={act}>
          {t(`clip.${name}`)}
          <span aria-hidden="true" className="pointer-coarse:hidden">
            <Kbd keys={key} />
          </span>
        </Button>
      ))}
    </div>
  );
}

type Change = { change: (part: Partial<CutClip>) => void };
type PictureFieldsProps = Change & {
  clip: BenchClip;
  source: { width: number; height: number } | undefined;
  format: CutFormat;
};

/** How a picture of another shape is fitted, and how often the clip is shown. */
function PictureFields({ clip, source, format, change }: PictureFieldsProps) {
  const { t } = useTranslation('cut');
  const axis = source && findCutAxis(source, format);
  const field = axis === 'down' ? 'focus_y' : 'focus_x';
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap gap-3">
        <CompactSelect
          name="fit"
          label={t('clip.fit')}
          value={clip.fit}
          options={(['contain', 'cover'] as const).map((value) => ({ value, label: t(`fit.${value}`) }))}
          onChange={(fit) => change({ fit: fit === 'cover' ? 'cover' : 'contain' })}
        />
        <RepeatsField clip={clip} change={change} />
      </div>
      <p className="text-xs text-ink-faint">{t(axis ? `fit.note_${clip.fit}` : 'fit.note_same')}</p>
      {axis && clip.fit === 'cover' ? (
        <SliderField
          name={field}
          label={t(`clip.focus_${axis}`)}
          min={0}
          max={100}
          step={1}
          value={Math.round(clip[field] * 100)}
          resetValue={50}
          onChange={(percent) => Number.isFinite(percent) && change({ [field]: toShare(percent) })}
        />
      ) : null}
    </div>
  );
}

function RepeatsField({ clip, change }: Change & { clip: BenchClip }) {
  const { t } = useTranslation('cut');
  return (
    <CompactSelect
      name="repeats"
      label={t('clip.repeats')}
      value={String(clip.repeats)}
      options={Array.from({ length: cutLimits.repeats }, (_, index) => ({
        value: String(index + 1),
        label: t('clip.times', { count: index + 1 }),
      }))}
      onChange={(repeats) => change({ repeats: Number(repeats) })}
    />
  );
}

/** Turns a percentage, which may be typed, into a share that is not beyond the limit. */
function toShare(percent: number): number {
  return Math.max(0, Math.min(1, percent / 100));
}

function SoundFields({ clip, change, errors }: Change & { clip: BenchClip; errors: FieldErrors }) {
  const { t } = useTranslation('cut');
  return (
    <div className="grid grid-cols-1 gap-5">
      <VolumeField
        name="volume"
        label={t('clip.volume')}
        volume={clip.volume}
        error={errors.volume}
        help={clip.volume > 1 ? t('clip.loud') : undefined}
        onChange={(volume) => change({ volume })}
      />
      <SwitchField
        name="mute"
        label={t('clip.mute')}
        isOn={clip.volume === 0}
        onChange={(isOn) => change({ volume: isOn ? 0 : 1 })}
      />
      {(['fade_in', 'fade_out'] as const).map((name) => (
        <SliderField
          key={name}
          name={name}
          label={t(`clip.${name}`)}
          min={0}
          max={cutLimits.fadeSeconds}
          step={0.1}
          value={clip[name]}
          resetValue={0}
          error={errors[name]}
          onChange={(seconds) =>
            Number.isFinite(seconds) &&
            change({ [name]: Math.max(0, Math.min(cutLimits.fadeSeconds, seconds)) })
          }
        />
      ))}
    </div>
  );
}
