import { isEarlier, type Kind, priceRange } from '@atelier/catalog';
import { maxBatchLines, maxBatchNameLength } from '@atelier/contract';
import Dices from 'lucide-react/icons/dices';
import FileUp from 'lucide-react/icons/file-up';
import { type ChangeEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { useValueLabel } from '#product/generation/value-label.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Collapsible } from '#ui/collapsible.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useFieldLabels } from '../labels.ts';
import { decodeText } from './decode-text.ts';
import { type Expanded, hasSeed, readSeeds } from './expand.ts';
import { maxTakes, type SharedChoice, type Sheet, sharedChoices } from './sheet-state.ts';

type SheetFieldsProps = Sheet & { expanded: Expanded };

/** Fields that the sheet varies: the ideas, the models, the seeds, and every option that all of the models have. */
export function SheetFields(props: SheetFieldsProps) {
  const { state, base, change, startOver } = props;
  const { t } = useTranslation(['sheet', 'kinds']);
  const chosen = base.kinds.filter(({ id }) => state.kindIds.includes(id));
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <SheetText {...props} />
      {base.kinds.length > 1 ? <KindTicks {...props} /> : null}
      {sharedChoices(chosen).map((choice) => (
        <ChoiceTicks key={choice.name} {...props} {...choice} />
      ))}
      {chosen.some(hasSeed) ? <SeedFields {...props} /> : null}
      <TextField
        name="batch-name"
        label={t('sheet:name')}
        maxLength={maxBatchNameLength}
        value={state.name}
        placeholder={t('sheet:nameHint')}
        onChange={(name) => change({ name })}
      />
      <Button size="sm" variant="ghost" className="-ml-3 self-start" onClick={startOver}>
        {t('sheet:startOver')}
      </Button>
    </div>
  );
}

/** Prompts line by line, or a table. */
function SheetText({ state, change, expanded }: SheetFieldsProps) {
  const { t } = useTranslation('sheet');
  const isTable = state.source === 'csv';
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) change({ csv: decodeText(new Uint8Array(await file.arrayBuffer())) });
    target.value = '';
  };
  return (
    <div className="min-w-0">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div role="group" aria-label={t('source')} className="mb-3 flex gap-1">
        {(['prompts', 'csv'] as const).map((source) => (
          <Button
            key={source}
            size="sm"
            variant={state.source === source ? 'secondary' : 'ghost'}
            aria-pressed={state.source === source}
            onClick={() => change({ source })}
          >
            {t(`sources.${source}`)}
          </Button>
        ))}
      </div>
      <TextArea
        name={`sheet-${state.source}`}
        label={t(isTable ? 'table' : 'prompts')}
        rows={6}
        value={isTable ? state.csv : state.prompts}
        placeholder={t(isTable ? 'tableExample' : 'promptsExample')}
        onChange={(text) => change(isTable ? { csv: text } : { prompts: text })}
        count={expanded.lines.length}
        maxCount={maxBatchLines}
      />
      <p className="mt-1.5 text-xs text-ink-faint text-pretty">{t(isTable ? 'tableHelp' : 'promptsHelp')}</p>
      {isTable ? (
        <label className="mt-3 inline-flex min-h-8 items-center gap-1.5 rounded-sm bg-raised px-3 text-sm font-medium hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
          <FileUp size={16} aria-hidden="true" />
          {t('chooseFile')}
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            className="sr-only"
            onChange={(event) => void readFile(event)}
          />
        </label>
      ) : null}
    </div>
  );
}

/** The models to tick. Earlier ones are folded, but for those that were ticked when the sheet opened. */
function KindTicks(props: SheetFieldsProps) {
  const { state, base } = props;
  const { t } = useTranslation('sheet');
  const [tickedAtFirst] = useState(state.kindIds);
  const { current = [], earlier = [] } = Object.groupBy(base.kinds, ({ id }) =>
    isEarlier(id) && !tickedAtFirst.includes(id) ? 'earlier' : 'current',
  );
  const draw = (kind: Kind) => <KindTick key={kind.id} {...props} kind={kind} />;
  return (
    <div>
      <Ticks label={t('models')}>{current.map(draw)}</Ticks>
      {earlier.length > 0 ? (
        <Collapsible title={t('earlier', { count: earlier.length })}>
          <div className="flex flex-wrap gap-2">{earlier.map(draw)}</div>
        </Collapsible>
      ) : null}
    </div>
  );
}

function KindTick({ kind, state, change }: SheetFieldsProps & { kind: Kind }) {
  const { t, i18n } = useTranslation(['kinds', 'create']);
  const credits = priceRange(kind).lowest.costCredits;
  return (
    <Tick
      name="sheet-kind"
      isTicked={state.kindIds.includes(kind.id)}
      onToggle={() => change({ kindIds: toggled(state.kindIds, kind.id) })}
    >
      {t(`kinds:kinds.${kind.id}.title`)}{' '}
      <span className="text-xs font-normal text-ink-faint tabular-nums">
        {t('create:models.from', { count: credits, credits: formatCredits(credits, i18n.language) })}
      </span>
    </Tick>
  );
}

/** Options to tick; without a tick the form's value applies. */
function ChoiceTicks({ name, options, unit, state, base, change }: SheetFieldsProps & SharedChoice) {
  const { label } = useFieldLabels(name, base.kind.medium);
  const formatValue = useValueLabel();
  const isOffered = (value: unknown) => options.some((option) => option.value === value);
  const own = (state.choices[name] ?? []).filter(isOffered);
  const ticked = own.length > 0 ? own : [base.values[name]].filter(isOffered);
  return (
    <Ticks label={label}>
      {options.map(({ value }) => (
        <Tick
          key={value}
          name={`sheet-${name}`}
          isTicked={ticked.includes(value)}
          onToggle={() => change({ choices: { ...state.choices, [name]: toggled(ticked, value) } })}
        >
          {formatValue({ field: name, value, unit })}
        </Tick>
      ))}
    </Ticks>
  );
}

/** The last tick stays: a line needs one. */
function toggled<Value>(values: readonly Value[], value: Value): readonly Value[] {
  if (!values.includes(value)) return [...values, value];
  return values.length > 1 ? values.filter((each) => each !== value) : values;
}

function SeedFields({ state, change }: SheetFieldsProps) {
  const { t } = useTranslation('sheet');
  const { seeds, wrong } = readSeeds(state.seeds);
  const setTakes = (text: string) => {
    const takes = Math.round(Number(text));
    if (takes >= 1) change({ takes: Math.min(takes, maxTakes) });
  };
  return (
    <div className="grid grid-cols-2 gap-3">
      <div className="flex items-end gap-1">
        <TextField
          name="sheet-takes"
          type="number"
          inputMode="numeric"
          min={1}
          max={maxTakes}
          label={t('takes')}
          value={String(seeds.length > 0 ? seeds.length : state.takes)}
          onChange={setTakes}
        />
        <IconButton
          label={t('rollAgain')}
          tooltipSide="above"
          onClick={() => change({ rolled: [], takes: state.takes })}
        >
          <Dices size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <TextField
        name="sheet-seeds"
        label={t('seeds')}
        value={state.seeds}
        placeholder={t('seedsExample')}
        onChange={(text) => change({ seeds: text })}
        error={wrong.length > 0 ? t('notSeeds', { words: wrong.join(', ') }) : undefined}
      />
    </div>
  );
}

function Ticks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium text-ink">{label}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
    </fieldset>
  );
}

type TickProps = { name: string; isTicked: boolean; onToggle: () => void; children: ReactNode };

/** A box to tick, as a tile. */
function Tick({ name, isTicked, onToggle, children }: TickProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={classNames(
        'relative flex min-h-10 items-center gap-2 rounded-md border px-3 py-2 text-sm font-medium transition-colors duration-150',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        isTicked
          ? 'border-accent-text bg-accent-soft text-ink'
          : 'border-transparent bg-raised text-ink-soft hover:bg-hover',
      )}
    >
      <input
        id={id}
        type="checkbox"
        name={name}
        checked={isTicked}
        onChange={onToggle}
        className="size-4 accent-accent outline-none"
      />
      <span>{children}</span>
    </label>
  );
}
