import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppDialogProps } from '#product/dialogs/dialog-store.ts';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useDestinations } from './use-destinations.ts';

/** Every page by its name: type, choose with the arrow keys, Enter. */
export function JumpDialog({ onClose }: AppDialogProps<'jump'>) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const found = useDestinations(text);

  const follow = (destination: (typeof found)[number] | undefined) => {
    if (!destination) return;
    onClose();
    void navigate(destination.target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') follow(found[index]);
    else if (step && found.length > 0) setIndex((index + step + found.length) % found.length);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog isOpen onClose={onClose} title={t('jump.title')} closeLabel={t('close')}>
      <input
        data-autofocus
        role="combobox"
        aria-label={t('jump.label')}
        aria-expanded="true"
        aria-controls="jump-list"
        aria-activedescendant={found[index] && `jump-${found[index].id}`}
        placeholder={t('jump.label')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
        className="w-full rounded-md bg-raised px-3.5 py-2.5 text-input text-ink placeholder:text-ink-faint"
      />
      <div id="jump-list" role="listbox" aria-label={t('jump.title')} className="mt-3 grid gap-0.5">
        {found.map((destination, position) => (
          <button
            key={destination.id}
            id={`jump-${destination.id}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={position === index}
            onClick={() => follow(destination)}
            className={classNames(
              'min-h-10 rounded-md px-3.5 text-left text-ink',
              position === index ? 'bg-hover' : 'hover:bg-raised',
            )}
          >
            {destination.label}
          </button>
        ))}
      </div>
      {found.length === 0 ? <p className="px-3.5 py-2 text-sm">{t('jump.nothing')}</p> : null}
    </Dialog>
  );
}
