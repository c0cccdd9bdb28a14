import type { ChoiceOption, Kind, Widget } from '@atelier/catalog';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProblem } from '#lib/api/api-error.ts';
import { formatCredits } from '#lib/format.ts';
import { useValueLabel } from '#product/generation/value-label.ts';
import { CompactFact, CompactSelect } from '#ui/compact-select.tsx';
import { RatioShape } from '#ui/ratio-shape.tsx';
import { Tiles } from '#ui/tiles.tsx';
import type { PaidOptions } from '../controls/control-props.ts';
import { type FormValues, isShown, pricedInput, videoLength } from '../form-values.ts';
import { useFieldLabels, useProblemLabels } from '../labels.ts';

type OptionRowProps = {
  kind: Kind;
  values: FormValues;
  problems: readonly InputProblem[];
  onChange: (name: string, value: unknown) => void;
  paidOptions: PaidOptions;
};

type Choice = Extract<Widget, { type: 'choice' }>;
type NamedChoice = { name: string; widget: Choice };

/** Whether a widget is one of the short lists: voices have a field of their own. */
export function isInRow(widget: Widget | undefined): widget is Choice {
  return widget?.type === 'choice' && widget.unit !== 'voice';
}

/** Most sizes that are tiles; more are a list. */
const maxSizeTiles = 8;

/**
 * The sizes of images as tiles, and the short lists of a form side by side, such as ratio, resolution and duration, with
 * what each option would cost.
 */
export function OptionRow(props: OptionRowProps) {
  const { kind, values } = props;
  const choices = Object.entries(kind.fields).flatMap(([name, field]) =>
    field.section === 'main' && isInRow(field.widget) && isShown(field, values)
      ? [{ name, widget: field.widget }]
      : [],
  );
  if (choices.length === 0) return null;
  const isFact = ({ widget }: NamedChoice) => widget.options.length === 1;
  const isSizes = ({ name, widget }: NamedChoice) =>
    name === 'image_size' && widget.options.length > 1 && widget.options.length <= maxSizeTiles;
  return (
    <div className="grid gap-1.5">
      {choices.filter(isSizes).map((choice) => (
        <Option key={choice.name} {...props} {...choice} isTiles />
      ))}
      <div className="flex flex-wrap gap-x-2 gap-y-3">
        {choices
          .filter((choice) => !isFact(choice) && !isSizes(choice))
          .map((choice) => (
            <Option key={choice.name} {...props} {...choice} />
          ))}
        <LengthOption {...props} />
        {choices.filter(isFact).map((choice) => (
          <Fact key={choice.name} {...props} {...choice} isAlone={choices.every(isFact)} />
        ))}
      </div>
      {choices.map((choice) => (
        <OptionNotes key={choice.name} {...props} {...choice} />
      ))}
    </div>
  );
}

/** An option without an alternative is nothing to choose. */
function Fact({ name, widget, kind, isAlone }: OptionRowProps & NamedChoice & { isAlone: boolean }) {
  const { label } = useFieldLabels(name, kind.medium);
  const formatValue = useValueLabel();
  const [only] = widget.options;
  if (!only) return null;
  const value = formatValue({ field: name, value: only.value, unit: widget.unit });
  if (!isAlone) return <CompactFact label={label} value={value} />;
  return (
    <p className="mr-4 text-sm">
      <span className="text-ink-faint">{label}</span> <span className="tabular-nums">{value}</span>
    </p>
  );
}

/** An option for paid accounts only opens the upgrade dialog. */
function Option(props: OptionRowProps & NamedChoice & { isTiles?: boolean }) {
  const { name, widget, kind, values, problems, onChange, paidOptions, isTiles = false } = props;
  const { t } = useTranslation('create');
  const { label } = useFieldLabels(name, kind.medium);
  const formatValue = useValueLabel();
  const formatLabel = useProblemLabels();
  const formatNote = usePriceNotes(props);
  const isLocked = (option: ChoiceOption) => option.isPaidOnly === true && !paidOptions.areOpen;
  const formatText = ({ value }: ChoiceOption) => formatValue({ field: name, value, unit: widget.unit });
  const choose = (text: string) => {
    const option = widget.options.find(({ value }) => String(value) === text);
    if (!option) return;
    if (isLocked(option)) paidOptions.onLocked(name, option.value, formatText(option));
    else onChange(name, option.value);
  };
  const problem = problems.find(({ path }) => path === name);
  const lockedLabel: string = t('paidOnly');
  const options = widget.options.map((option) => ({
    value: String(option.value),
    label: formatText(option),
    note: formatNote(option.value),
    picture: shape(option),
    lockedLabel: isLocked(option) ? lockedLabel : undefined,
  }));
  const control = { name, label, options, value: String(values[name]), onChange: choose };
  const error = problem && formatLabel(problem);
  return isTiles ? <Tiles {...control} error={error} isGrid /> : <CompactSelect {...control} error={error} />;
}

/** The outline of an option: of its own ratio, or of the one in the name of a size. */
function shape({ ratio, value }: ChoiceOption): ReactNode {
  const [, across, down] = /^(?:portrait|landscape)_(\d+)_(\d+)$/.exec(String(value)) ?? [];
  const named: [number, number] = [Number(across), Number(down)];
  if (String(value).startsWith('portrait')) named.reverse();
  const known = ratio ?? (across ? named : String(value).startsWith('square') ? [1, 1] : undefined);
  return known ? <RatioShape ratio={known} /> : undefined;
}

/** Price of the form with each other option; nothing where the option never changes the price. */
function usePriceNotes({
  name,
  widget,
  kind,
  values,
}: Pick<OptionRowProps, 'kind' | 'values'> & NamedChoice) {
  const { t, i18n } = useTranslation('create');
  const computeCost = (value: unknown) =>
    kind.price(pricedInput(kind, { ...values, [name]: value })).costCredits;
  const costs = widget.options.map(({ value }) => computeCost(value));
  const isPriced = costs.some((cost) => cost !== costs[0]);
  return (value: unknown): string | undefined => {
    if (!isPriced || value === values[name]) return undefined;
    const cost = computeCost(value);
    if (cost === computeCost(values[name])) return t('option.samePrice');
    return t('option.cost', { count: cost, credits: formatCredits(cost, i18n.language) });
  };
}

/** Help on the chosen option. */
function OptionNotes({ name, values }: OptionRowProps & NamedChoice) {
  const { t } = useTranslation('kinds');
  const help: string = t(`optionHelp.${name}.${values[name]}`, { defaultValue: '' });
  return help ? <p className="text-xs text-ink-faint">{help}</p> : null;
}

/** The length of the delivered video, for kinds that set it by their number of frames. */
function LengthOption({ kind, values, onChange }: OptionRowProps) {
  const { t, i18n } = useTranslation('create');
  const widget = kind.fields.num_frames?.widget;
  const length = videoLength(kind, values);
  const formatNote = usePriceNotes({
    name: 'num_frames',
    widget: { type: 'choice', variant: 'select', options: listLengths(widget).map((value) => ({ value })) },
    kind,
    values,
  });
  if (!length || widget?.type !== 'slider') return null;
  const chosen = Number(pricedInput(kind, values).num_frames);
  const counts = [...new Set([...listLengths(widget), chosen])].sort((a, b) => a - b);
  const toSeconds = (count: number) =>
    format.format(videoLength(kind, { ...values, num_frames: count })?.seconds ?? 0);
  /** Adds the frames when another length is rounded to the same seconds. */
  const formatLabel = (count: number) => {
    const seconds = toSeconds(count);
    const isAlone = counts.filter((each) => toSeconds(each) === seconds).length === 1;
    return isAlone ? seconds : t('lengthInFrames', { seconds, count });
  };
  const format = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
  return (
    <CompactSelect
      name="video_length"
      label={t('lengthLabel')}
      value={String(chosen)}
      onChange={(count) => onChange('num_frames', Number(count))}
      options={counts.map((count) => ({
        value: String(count),
        label: formatLabel(count),
        note: formatNote(count),
      }))}
    />
  );
}

function listLengths(widget: Widget | undefined): number[] {
  return widget?.type === 'slider' ? [widget.min, widget.max] : [];
}
