import type { Field, Medium } from '@atelier/catalog';
import type { ReactNode } from 'react';
import type { Uploads } from '../uploads/use-uploads.ts';

export type ControlProps = {
  name: string;
  /** The medium of the field's kind. */
  medium: Medium;
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  error: string | undefined;
  /** It has no effect with the form's current values. */
  isIdle: boolean;
  /** Rendered below the control. */
  note?: ReactNode;
  canUsePaidOptions: boolean;
  uploads: Uploads;
};
