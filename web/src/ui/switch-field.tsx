import { useId } from 'react';

type SwitchFieldProps = {
  name: string;
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  help?: string;
  disabled?: boolean;
};

export function SwitchField({ name, label, isOn, onChange, help, disabled }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor={id} className="flex-1 py-1">
        <span className="block text-sm font-medium">{label}</span>
        {help ? (
          <span id={`${id}-help`} className="block text-xs text-ink-faint">
            {help}
          </span>
        ) : null}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        name={name}
        disabled={disabled}
        checked={isOn}
        aria-checked={isOn}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className={
          'relative h-6 w-10 shrink-0 appearance-none rounded-full bg-line-strong transition-colors duration-150 checked:bg-accent ' +
          'disabled:opacity-50 before:absolute before:top-1 before:left-1 before:size-4 before:rounded-full before:bg-on-accent before:transition-transform before:duration-150 checked:before:translate-x-4'
        }
      />
    </div>
  );
}
