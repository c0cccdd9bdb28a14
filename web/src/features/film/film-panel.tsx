import { type CastMember, filmLimits, filmShapes } from '@atelier/catalog/films';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFiles } from '#product/choice/use-files.tsx';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { SoundField } from '#product/playback/sound-field.tsx';
import { Button } from '#ui/button.tsx';
import { CompactSelect } from '#ui/compact-select.tsx';
import { FieldLabel } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { RatioShape } from '#ui/ratio-shape.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { FilmChange } from './film-state.ts';
import { Picture } from './picture-field.tsx';
import type { FilmParts } from './use-film.ts';

/** Settings of the whole film: shape, cast, sound and budget. */
export function FilmPanel({ film, state, dispatch }: Pick<FilmParts, 'film' | 'state' | 'dispatch'>) {
  const { t } = useTranslation('film');
  const { document } = state.edits;
  const change = (part: FilmChange) => dispatch({ do: 'change-film', change: part, atMs: performance.now() });
  return (
    <section
      aria-labelledby="film-whole"
      className="grid min-w-0 grid-cols-1 gap-5 border-t border-line pt-6"
    >
      <h2 id="film-whole" className="font-semibold">
        {t('whole.title')}
      </h2>
      <CompactSelect
        name="shape"
        label={t('whole.shape')}
        value={document.shape}
        options={filmShapes.map((value) => ({
          value,
          label: value,
          picture: <RatioShape ratio={readRatio(value)} />,
        }))}
        onChange={(value) => change({ shape: filmShapes.find((shape) => shape === value) ?? '16:9' })}
      />
      <CastField cast={document.cast} onChange={(cast) => change({ cast: [...cast] })} />
      <SoundField sound={document.sound} onChange={(sound) => change({ sound })} />
      <BudgetField
        budget={document.budget_credits}
        spent={film.price.spent_credits}
        onChange={(budget_credits) => change({ budget_credits })}
      />
    </section>
  );
}

function readRatio(shape: (typeof filmShapes)[number]): [number, number] {
  const [across = 1, down = 1] = shape.split(':').map(Number);
  return [across, down];
}

type CastFieldProps = { cast: readonly CastMember[]; onChange: (cast: readonly CastMember[]) => void };

const maxNameWords = 40;

/** Pictures of faces and places, which models that take references keep the same in every shot. */
function CastField({ cast, onChange }: CastFieldProps) {
  const { t } = useTranslation(['film', 'cut']);
  const files = useFiles({
    label: t('film:cast.title'),
    accept: 'image',
    // A choice of one would close at once.
    maxFiles: Math.max(2, filmLimits.cast - cast.length),
    onFiles: (added) =>
      onChange(
        [
          ...cast,
          ...added.map(({ url, name, work }, index) => ({
            url,
            name:
              makeExcerpt(work?.generation.prompt ?? name, maxNameWords) ||
              t('film:cast.unnamed', { number: cast.length + index + 1 }),
          })),
        ].slice(0, filmLimits.cast),
      ),
  });
  return (
    <div>
      <FieldLabel aside={`${cast.length} / ${filmLimits.cast}`}>{t('film:cast.title')}</FieldLabel>
      <p className="mb-2 text-xs text-ink-faint">{t('film:cast.text')}</p>
      {cast.length > 0 ? (
        <ul aria-label={t('film:cast.title')} className="mb-2 grid grid-cols-1 gap-2">
          {cast.map((member, place) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a picture may be there twice
              key={`${place} ${member.url}`}
              className="flex items-center gap-2"
            >
              <Picture url={member.url} label={member.name} />
              <CastName
                name={member.name}
                onChange={(name) => onChange(cast.with(place, { ...member, name }))}
              />
              <IconButton
                label={t('film:cast.remove', { name: member.name })}
                tooltipSide="above-end"
                onClick={() => onChange(cast.toSpliced(place, 1))}
                className="pointer-coarse:size-11"
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
      {cast.length < filmLimits.cast ? (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" className="pointer-coarse:min-h-11" onClick={files.openLibrary}>
            <span className="sr-only">{t('film:cast.title')}: </span>
            {t('cut:add.library')}
          </Button>
          <Button size="sm" className="pointer-coarse:min-h-11" onClick={files.openUpload}>
            <span className="sr-only">{t('film:cast.title')}: </span>
            {t('cut:add.upload')}
          </Button>
        </div>
      ) : null}
      {files.parts}
    </div>
  );
}

/** A typed name, taken over when it is not empty. */
function CastName({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const { t } = useTranslation('film');
  const [typed, setTyped] = useState<string>();
  return (
    <input
      type="text"
      autoComplete="off"
      dir="auto"
      aria-label={t('cast.name')}
      value={typed ?? name}
      maxLength={filmLimits.name}
      onChange={({ target }) => {
        setTyped(target.value);
        const text = target.value.trim();
        if (text !== '') onChange(text);
      }}
      onBlur={() => setTyped(undefined)}
      className="h-10.5 w-full min-w-0 flex-1 rounded-md border border-transparent bg-raised px-3.5 text-input hover:border-line-strong"
    />
  );
}

type BudgetFieldProps = {
  budget: number | null;
  spent: number;
  onChange: (budget: number | null) => void;
};

function BudgetField({ budget, spent, onChange }: BudgetFieldProps) {
  const { t } = useTranslation('film');
  return (
    <TextField
      name="budget"
      type="number"
      inputMode="numeric"
      min={0}
      max={filmLimits.budget}
      label={t('budget.title')}
      placeholder={t('budget.none')}
      help={t('budget.spent', { count: spent })}
      value={budget === null ? '' : String(budget)}
      onChange={(text) => {
        const credits = Math.round(Number(text));
        if (text === '') onChange(null);
        else if (Number.isFinite(credits)) onChange(Math.max(0, Math.min(filmLimits.budget, credits)));
      }}
    />
  );
}
