import { SwitchField } from '#ui/switch-field.tsx';
import type { ControlProps } from '../control-props.ts';
import { useFieldWords } from './use-field-words.ts';

export function SwitchControl({ name, value, onChange }: ControlProps) {
  return <SwitchField {...useFieldWords(name)} name={name} isOn={value === true} onChange={onChange} />;
}
