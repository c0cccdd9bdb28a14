import type { ChoiceOption, Widget } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import { formatSeconds } from '#lib/format/format-seconds.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { RatioShape } from '#ui/ratio-shape.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Tiles } from '#ui/tiles.tsx';
import type { ControlProps } from './control-props.ts';
import { useFieldWords } from './use-field-words.ts';

type ChoiceControlProps = ControlProps & { widget: Extract<Widget, { type: 'choice' }> };

/** A choice. An option that asks for a payment first bears a lock and leads to the upgrade dialog. */
export function ChoiceControl({
  name,
  medium,
  widget,
  value,
  onChange,
  error,
  isIdle,
  canUsePaidOptions,
}: ChoiceControlProps) {
  const { t, i18n } = useTranslation(['create', 'kinds']);
  const { label, help } = useFieldWords(name, medium);
  const nameOf = ({ value: option }: ChoiceOption): string => {
    if (widget.unit === 's' && typeof option === 'number') return formatSeconds(option, i18n.language);
    return t(`kinds:options.${name}.${option}`, { defaultValue: String(option) });
  };
  const isLocked = (option: ChoiceOption) => option.isPaidOnly === true && !canUsePaidOptions;
  const choose = (text: string) => {
    const option = widget.options.find((candidate) => String(candidate.value) === text);
    if (!option) return;
    if (isLocked(option)) openDialog({ name: 'upgrade', option: nameOf(option) });
    else onChange(option.value);
  };
  const paidOnly: string = t('create:paidOnly');
  const shared = { name, label, value: String(value), onChange: choose, error };
  if (widget.look === 'select') {
    const options = widget.options.map((option) => ({ value: String(option.value), label: nameOf(option) }));
    return <SelectField {...shared} options={options} />;
  }
  const options = widget.options.map((option) => ({
    value: String(option.value),
    label: nameOf(option),
    picture: option.ratio && widget.look === 'ratio-tiles' ? <RatioShape ratio={option.ratio} /> : undefined,
    lockedLabel: isLocked(option) ? paidOnly : undefined,
  }));
  return <Tiles {...shared} help={help} options={options} disabled={isIdle} />;
}
