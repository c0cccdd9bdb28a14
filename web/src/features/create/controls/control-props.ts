import type { Field, Medium } from '@atelier/catalog';
import type { ReactNode } from 'react';
import type { Uploads } from '../uploads/use-uploads.ts';

/** What every control of the form is given. */
export type ControlProps = {
  name: string;
  /** Of the kind that the field belongs to. */
  medium: Medium;
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  error: string | undefined;
  /** It has no effect as the form stands now. */
  isIdle: boolean;
  /** Stands below the control. */
  note?: ReactNode;
  /** Whether paid-only options can be chosen. */
  canUsePaidOptions: boolean;
  uploads: Uploads;
};
