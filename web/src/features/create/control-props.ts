import type { Field } from '@atelier/catalog';
import type { Uploads } from './uploads/use-uploads.ts';

/** What every control of the form is given. */
export type ControlProps = {
  name: string;
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  error: string | undefined;
  /** Whether paid-only options can be chosen. */
  canUsePaidOptions: boolean;
  uploads: Uploads;
};
