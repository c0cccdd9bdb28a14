import type { Medium } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';

type FieldWords = { label: string; help: string | undefined };

/** A field's label and its help, if it has one; those of the medium, where the same field means something else there. */
export function useFieldWords(name: string, medium: Medium): FieldWords {
  const { t, i18n } = useTranslation('kinds');
  const wordsOf = (part: 'label' | 'help'): string | undefined => {
    const keys = [`kinds:fields.${name}.${part}_${medium}`, `kinds:fields.${name}.${part}`] as const;
    const key = keys.find((candidate): boolean => i18n.exists(candidate));
    return key && t(key);
  };
  return { label: wordsOf('label') ?? name, help: wordsOf('help') };
}
