import { cutLimits, cutShapes, isSoundCut } from '@atelier/catalog/cuts';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '#product/playback/clip-times.ts';
import { SoundField } from '#product/playback/sound-field.tsx';
import { Button } from '#ui/button.tsx';
import { CompactSelect } from '#ui/compact-select.tsx';
import { FieldError, FieldLabel } from '#ui/field.tsx';
import { RatioShape } from '#ui/ratio-shape.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { Cut, WholeChange } from './bench-state.ts';
import type { FieldErrors } from './clip-panel.tsx';
import type { BenchParts } from './use-bench.ts';

type WholePanelProps = BenchParts & { errors: FieldErrors };

/** Settings of the whole cut: shape, sound, caption and poster. */
export function WholePanel({ bench, dispatch, playback, errors }: WholePanelProps) {
  const { t } = useTranslation('cut');
  const { cut, sources } = bench;
  const change = (part: WholeChange) =>
    dispatch({ do: 'change-whole', change: part, atMs: performance.now() });
  const isSound = isSoundCut(cut);
  const first = sources[cut.clips[0]?.url ?? ''];
  return (
    <section aria-labelledby="cut-whole" className="grid min-w-0 grid-cols-1 gap-5 border-t border-line pt-6">
      <h2 id="cut-whole" className="font-semibold">
        {t('whole.title')}
      </h2>
      {isSound ? (
        <CompactSelect
          name="result"
          label={t('whole.format')}
          value={cut.result ?? 'mp3'}
          options={(['mp3', 'wav'] as const).map((value) => ({ value, label: t(`whole.${value}`) }))}
          onChange={(result) => change({ result: result === 'wav' ? 'wav' : 'mp3' })}
        />
      ) : null}
      {isSound ? null : (
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
      )}
      <SoundField sound={cut.sound} errors={errors} onChange={(sound) => change({ sound })} />
      {isSound ? null : <PictureWords cut={cut} change={change} playback={playback} errors={errors} />}
    </section>
  );
}

type PictureWordsProps = Pick<WholePanelProps, 'playback' | 'errors'> & {
  cut: Cut;
  change: (part: WholeChange) => void;
};

function PictureWords({ cut, change, playback, errors }: PictureWordsProps) {
  const { t } = useTranslation('cut');
  return (
    <>
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
    </>
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
