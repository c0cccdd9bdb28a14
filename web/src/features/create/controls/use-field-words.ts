import { useTranslation } from 'react-i18next';

/** A field's label and its help, if it has one. */
export function useFieldWords(name: string): { label: string; help: string | undefined } {
  const { t, i18n } = useTranslation('kinds');
  const helpKey = `kinds:fields.${name}.help` as const;
  const hasHelp: boolean = i18n.exists(helpKey);
  return { label: t(`kinds:fields.${name}.label`), help: hasHelp ? t(helpKey) : undefined };
}
