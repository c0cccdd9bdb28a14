import { SwitchField } from '#ui/switch-field.tsx';
import type { ControlProps } from './control-props.ts';
import { useFieldWords } from './use-field-words.ts';

export function SwitchControl({ name, medium, value, onChange, isIdle }: ControlProps) {
  return (
    <SwitchField
      {...useFieldWords(name, medium)}
      name={name}
      isOn={value === true}
      onChange={onChange}
      disabled={isIdle}
    />
  );
}
