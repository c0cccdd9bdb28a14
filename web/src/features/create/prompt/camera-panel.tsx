import Check from 'lucide-react/icons/check';
import { useTranslation } from 'react-i18next';
import { useStore } from '#lib/store.ts';
import { MenuHeading, menuItemClassName } from '#ui/menu-item.tsx';
import { openForm } from '../open-form.ts';
import { findPromptField } from '../prefill/use-prefill.ts';
import { hasSentence, toggleSentence } from './sentences.ts';

/** Moves that video models follow by name, in the order of the panel: at rest, turning, moving, around. */
const cameraMoves = [
  'still',
  'handheld',
  'panLeft',
  'panRight',
  'tiltUp',
  'tiltDown',
  'pushIn',
  'pullBack',
  'zoomIn',
  'zoomOut',
  'follow',
  'orbit',
  'craneUp',
  'aerial',
] as const;

/** Puts a move into the prompt of the open form, or takes it out; the field itself can undo both. */
export function CameraPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('camera');
  const open = useStore(openForm);
  if (!open) return null;
  const { form, typeText } = open.tools.current;
  const field = findPromptField(form.kind);
  const text = String(form.values[field] ?? '');
  const choose = (sentence: string) => {
    const next = toggleSentence(text, sentence, t('end'));
    onClose();
    typeText(field, next);
    form.setValues({ [field]: next });
  };
  return (
    <div className="grid p-1.5">
      <MenuHeading text={t('title')} />
      <div className="grid grid-cols-2">
        {cameraMoves.map((move) => {
          const sentence = t(`moves.${move}`);
          const isIn = hasSentence(text, sentence);
          return (
            <button
              key={move}
              type="button"
              aria-pressed={isIn}
              onClick={() => choose(sentence)}
              className={menuItemClassName}
            >
              <span className="min-w-0 flex-1">{sentence}</span>
              {isIn ? <Check size={16} aria-hidden="true" /> : null}
            </button>
          );
        })}
      </div>
    </div>
  );
}
