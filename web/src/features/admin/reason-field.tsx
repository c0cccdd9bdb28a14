import { useTranslation } from 'react-i18next';
import { TextField } from '#ui/text-field.tsx';

/** As the API asks for it (contract, `operatorReason`). No formula when a spreadsheet opens an export. */
export function isReason(text: string): boolean {
  const { length } = text.trim();
  return length >= 3 && length <= 500 && !/^[=+\-@]/.test(text.trim());
}

type ReasonFieldProps = { value: string; onChange: (value: string) => void; isInvalid: boolean };

export function ReasonField({ value, onChange, isInvalid }: ReasonFieldProps) {
  const { t } = useTranslation('admin');
  return (
    <TextField
      name="reason"
      label={t('reason.label')}
      help={t('reason.help')}
      maxLength={500}
      autoComplete="off"
      value={value}
      onChange={onChange}
      error={isInvalid ? t('reason.invalid') : undefined}
    />
  );
}
