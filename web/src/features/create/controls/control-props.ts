import type { Field, Medium } from '@atelier/catalog';
import type { ReactNode } from 'react';
import type { TextFoot } from '#ui/text-area.tsx';
import type { Uploads } from '../uploads/use-uploads.ts';

/** Options for users who have paid: whether this one may use them, else what choosing one does. */
export type PaidOptions = {
  areOpen: boolean;
  onLocked: (name: string, value: unknown, label: string) => void;
};

export type ControlProps = {
  name: string;
  kindId: string;
  /** The medium of the field's kind. */
  medium: Medium;
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  error: string | undefined;
  /** Whether it has no effect with the form's current values. */
  isIdle: boolean;
  /** Whether it has half of the form's width. */
  isBeside: boolean;
  /** Height in lines, when it is less than the text's own. */
  textRows?: number;
  /** Rendered below the control. */
  note?: ReactNode;
  /** Rendered inside of a text, below it; its label is then for readers of the page alone. */
  foot?: TextFoot;
  paidOptions: PaidOptions;
  uploads: Uploads;
};
