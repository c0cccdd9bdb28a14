import { cutLimits } from '@atelier/catalog/cuts';
import { SliderField } from '#ui/slider-field.tsx';

type VolumeFieldProps = {
  name: string;
  label: string;
  /** Loudness: 1 leaves a sound as it is. */
  volume: number;
  error?: string | undefined;
  help?: string | undefined;
  onChange: (volume: number) => void;
};

/** Loudness in percent. */
export function VolumeField({ volume, error, help, onChange, ...field }: VolumeFieldProps) {
  return (
    <SliderField
      {...field}
      {...(error !== undefined && { error })}
      {...(help !== undefined && { help })}
      min={0}
      max={cutLimits.volume * 100}
      step={5}
      value={Math.round(volume * 100)}
      resetValue={100}
      onChange={(percent) =>
        Number.isFinite(percent) && onChange(Math.max(0, Math.min(cutLimits.volume, percent / 100)))
      }
    />
  );
}
