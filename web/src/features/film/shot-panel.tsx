import { filmLimits, firstPicture, type Shot } from '@atelier/catalog/films';
import Sparkles from 'lucide-react/icons/sparkles';
import { useTranslation } from 'react-i18next';
import { formatSeconds } from '#lib/format.ts';
import { VolumeField } from '#product/playback/volume-field.tsx';
import { Button } from '#ui/button.tsx';
import { CompactFact, CompactSelect } from '#ui/compact-select.tsx';
import { FieldError } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { PictureField } from './picture-field.tsx';
import type { ShotModel } from './shot-models.build.ts';
import { nameState, type ShotView } from './shot-views.ts';
import { Takes } from './takes.tsx';
import type { FilmParts } from './use-film.ts';
import type { Making } from './use-make.ts';
import { useProblemText } from './use-problem-text.ts';
import { findLength, findShotModel, type ShotModels } from './use-shot-models.ts';

type ShotPanelProps = Pick<FilmParts, 'state' | 'dispatch'> & {
  view: ShotView;
  models: ShotModels;
  making: Making;
  isSaved: boolean;
};

/** Settings and takes of the chosen shot. */
export function ShotPanel({ state, dispatch, view, models, making, isSaved }: ShotPanelProps) {
  const { t } = useTranslation('film');
  const { shot, place } = view;
  const change = (part: Partial<Shot>) =>
    dispatch({ do: 'change', id: shot.id, change: part, atMs: performance.now() });
  const problem = useProblemText(view);
  const model = findShotModel(shot.kind);
  return (
    <section aria-labelledby="film-shot" className="grid min-w-0 grid-cols-1 gap-5">
      <h2 id="film-shot" className="flex items-baseline gap-3 font-semibold">
        <span>{t('shot.title', { number: place + 1 })}</span>
        <span className="ml-auto text-sm font-normal text-ink-soft">{t(`state.${nameState(view)}`)}</span>
      </h2>
      <TextArea
        name="prompt"
        label={t('shot.prompt')}
        value={shot.prompt}
        rows={3}
        count={[...shot.prompt].length}
        maxCount={model?.promptLength ?? filmLimits.prompt}
        error={shot.prompt === '' ? undefined : problem.at('prompt')}
        onChange={(prompt) => change({ prompt })}
      />
      <ModelFields shot={shot} model={model} models={models} error={problem.at('kind')} change={change} />
      <PictureFields state={state} shot={shot} place={place} problem={problem} change={change} />
      <VolumeField
        name="volume"
        label={t('shot.volume')}
        volume={shot.volume}
        onChange={(volume) => change({ volume })}
      />
      <FieldError id="film-shot-error" text={problem.other} />
      <MakeShot view={view} making={making} isSaved={isSaved} />
      <Takes view={view} onChoose={(take_id) => change({ take_id })} />
    </section>
  );
}

function MakeShot({ view, making, isSaved }: Pick<ShotPanelProps, 'view' | 'making' | 'isSaved'>) {
  const { t } = useTranslation('film');
  const { shot, costCredits } = view;
  const isPossible = costCredits !== null && isSaved;
  return (
    <Button
      className="justify-self-start pointer-coarse:min-h-11"
      aria-busy={making.isRunning}
      aria-disabled={!isPossible}
      onClick={() => isPossible && making.make({ shots: [shot.id], credits: costCredits })}
    >
      <Sparkles size={16} aria-hidden="true" />
      {costCredits === null
        ? t('shot.makeUnknown')
        : t(view.shown ? 'shot.makeAgain' : 'shot.make', { count: costCredits })}
    </Button>
  );
}

type Change = { change: (part: Partial<Shot>) => void };
type ModelFieldsProps = Change & {
  shot: Shot;
  model: ShotModel | undefined;
  models: ShotModels;
  error: string | undefined;
};

function ModelFields({ shot, model, models, error, change }: ModelFieldsProps) {
  const { t, i18n } = useTranslation('film');
  const options = models.open.map(({ kind, label }) => ({ value: kind, label }));
  // A closed or earlier model stays chosen.
  if (!model || !models.open.includes(model))
    options.unshift({ value: shot.kind, label: model?.label ?? (shot.kind || t('shot.noModel')) });
  const chosen = model && models.open.includes(model) ? model.kind : shot.kind;
  const choose = (kind: string) => {
    const next = findShotModel(kind);
    change({ kind, ...(next && { seconds: findLength(next, shot.seconds) }) });
  };
  const lengths = [...new Set([...(model?.lengths ?? []), shot.seconds])].toSorted((a, b) => a - b);
  return (
    <div className="flex flex-wrap gap-3">
      <CompactSelect
        name="kind"
        label={t('shot.model')}
        value={chosen}
        options={options}
        {...(error && { error })}
        onChange={choose}
      />
      {model?.lengths.length === 0 ? (
        <CompactFact label={t('shot.length')} value={t('shot.ownLength')} />
      ) : (
        <CompactSelect
          name="seconds"
          label={t('shot.length')}
          value={String(shot.seconds)}
          options={lengths.map((seconds) => ({
            value: String(seconds),
            label: formatSeconds(seconds, i18n.language),
          }))}
          onChange={(seconds) => change({ seconds: Number(seconds) })}
        />
      )}
    </div>
  );
}

type PictureFieldsProps = Change &
  Pick<ShotPanelProps, 'state'> & {
    shot: Shot;
    place: number;
    problem: ReturnType<typeof useProblemText>;
  };

function PictureFields({ state, shot, place, problem, change }: PictureFieldsProps) {
  const { t } = useTranslation('film');
  const { shots } = state.edits.document;
  const before = shots[place - 1];
  const isShared = before?.shares_last === true && before.last_url !== null;
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <PictureField
        name="first"
        label={t('picture.first')}
        url={firstPicture({ shots }, place)}
        error={problem.at('first_url')}
        note={isShared ? t('picture.shared', { number: place }) : undefined}
        onChange={(first_url) => change({ first_url })}
      />
      <PictureField
        name="last"
        label={t('picture.last')}
        url={shot.last_url}
        error={problem.at('last_url')}
        onChange={(last_url) => change({ last_url })}
      />
      {shot.last_url !== null && place + 1 < shots.length ? (
        <label className="flex min-h-10 items-center gap-2 text-sm pointer-coarse:min-h-11 sm:col-span-2">
          <input
            type="checkbox"
            checked={shot.shares_last}
            onChange={({ target }) => change({ shares_last: target.checked })}
            className="round-check"
          />
          {t('picture.share')}
        </label>
      ) : null}
    </div>
  );
}
