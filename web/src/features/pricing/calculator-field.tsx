import type { Widget } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import { SelectField } from '#ui/select-field.tsx';
import { SliderField } from '#ui/slider-field.tsx';
import { SwitchField } from '#ui/switch-field.tsx';

type CalculatorFieldProps = {
  name: string;
  widget: Widget | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
};

/** A setting that changes the price. Texts and files never do, so they have no control here. */
export function CalculatorField({ name, widget, value, onChange }: CalculatorFieldProps) {
  const { t } = useTranslation(['kinds', 'pricing']);
  const label: string = t(`kinds:fields.${name}.label`);
  if (widget?.type === 'choice') {
    const options = widget.options.map((option) => {
      const text: string = t(`kinds:options.${name}.${option.value}`, { defaultValue: String(option.value) });
      return {
        value: String(option.value),
        label: option.isPaidOnly ? t('pricing:calculator.paidOption', { option: text }) : text,
      };
    });
    const choose = (text: string) =>
      onChange(widget.options.find((option) => String(option.value) === text)?.value);
    return (
      <SelectField name={name} label={label} options={options} value={String(value)} onChange={choose} />
    );
  }
  if (widget?.type === 'slider') {
    const { min, max, step } = widget;
    return <SliderField {...{ name, label, min, max, step }} value={Number(value)} onChange={onChange} />;
  }
  if (widget?.type !== 'switch') return null;
  return <SwitchField name={name} label={label} isOn={value === true} onChange={onChange} />;
}
