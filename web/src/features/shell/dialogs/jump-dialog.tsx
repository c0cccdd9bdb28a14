import { linkOptions, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { historyTypes, menuGroups, menuPages, pageTarget } from '#lib/navigation/menu.ts';
import type { AppDialogProps } from '#product/dialogs/dialog-store.ts';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';

/** Finds a page by its name: type, choose with the arrow keys, press Enter. */
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

/** The pages whose name contains the text, in the order of the menu. */
function useDestinations(text: string) {
  const { t } = useTranslation(['shell', 'kinds']);
  const all = [
    ...menuGroups.flatMap(menuPages).map(({ id, path }) => ({
      id: path,
      label: t(`kinds:kinds.${id}.title`),
      target: linkOptions(pageTarget(path)),
    })),
    ...historyTypes.map((type) => ({
      id: `history-${type}`,
      label: `${t('menu.history')}: ${t(`menu.${type}`)}`,
      target: linkOptions({ to: '/creator/history/$type', params: { type } }),
    })),
    { id: 'pricing', label: t('menu.pricing'), target: linkOptions({ to: '/pricing' }) },
    { id: 'credits', label: t('menu.credits'), target: linkOptions({ to: '/credits' }) },
    { id: 'developers', label: t('menu.developers'), target: linkOptions({ to: '/developers' }) },
    { id: 'home', label: t('menu.home'), target: linkOptions({ to: '/' }) },
  ];
  const wanted = text.trim().toLowerCase();
  return all.filter((destination) => destination.label.toLowerCase().includes(wanted));
}
