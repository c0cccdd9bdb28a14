import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import type { FilmState } from './film-state.ts';
import type { FilmCommands } from './use-film-commands.ts';

/** Tools for the chosen shot. */
export function ShotTools({ state, commands }: { state: FilmState; commands: FilmCommands }) {
  const { t } = useTranslation('film');
  const { shots } = state.edits.document;
  const place = shots.findIndex(({ id }) => id === state.selectedId);
  const tools = [
    { name: 'earlier', Icon: ArrowLeft, key: 'Alt+←', act: () => commands.move(-1), isOff: place <= 0 },
    {
      name: 'later',
      Icon: ArrowRight,
      key: 'Alt+→',
      act: () => commands.move(1),
      isOff: place >= shots.length - 1,
    },
    { name: 'remove', Icon: Trash2, key: t('keys.delete'), act: commands.remove, isOff: place < 0 },
  ] as const;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-1">
      <Button className="mr-2 pointer-coarse:min-h-11" onClick={() => commands.add()}>
        <Plus size={16} aria-hidden="true" />
        {t('tools.add')}
      </Button>
      {tools.map(({ name, Icon, key, act, isOff }) => (
        <IconButton
          key={name}
          label={t(`tools.${name}`)}
          shortcut={key}
          aria-disabled={isOff}
          onClick={act}
          className={`pointer-coarse:size-11 ${isOff ? 'opacity-50' : ''}`}
        >
          <Icon size={18} aria-hidden="true" />
        </IconButton>
      ))}
      <p role="status" className="sr-only">
        {commands.said}
      </p>
    </div>
  );
}
