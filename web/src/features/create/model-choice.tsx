import type { Kind } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import { Tiles } from '#ui/tiles.tsx';

type ModelChoiceProps = { kinds: readonly Kind[]; chosen: Kind; onChoose: (kind: Kind) => void };

/** Which of the kinds that share the page; nothing where there is only one. */
export function ModelChoice({ kinds, chosen, onChoose }: ModelChoiceProps) {
  const { t } = useTranslation('kinds');
  if (kinds.length < 2) return null;
  const choose = (id: string) => {
    const kind = kinds.find((candidate) => candidate.id === id);
    if (kind) onChoose(kind);
  };
  return (
    <Tiles
      name="model"
      label={t('fields.model.label')}
      options={kinds.map(({ id }) => ({ value: id, label: t(`kinds.${id}.title`) }))}
      value={chosen.id}
      onChange={choose}
      help={t(`kinds.${chosen.id}.description`)}
    />
  );
}
