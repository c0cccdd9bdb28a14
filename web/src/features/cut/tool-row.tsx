import { isSoundCut } from '@atelier/catalog/cuts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Copy from 'lucide-react/icons/copy';
import Plus from 'lucide-react/icons/plus';
import Redo2 from 'lucide-react/icons/redo-2';
import Scissors from 'lucide-react/icons/scissors';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { useTranslation } from 'react-i18next';
import type { Files } from '#product/choice/use-files.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { MenuItem } from '#ui/menu-item.tsx';
import type { Bench } from './bench-state.ts';
import type { Commands } from './use-commands.ts';

type ToolRowProps = { bench: Bench; commands: Commands; files: Files };

/** Tools for the chosen clip, and the way back. */
export function ToolRow({ bench, commands, files }: ToolRowProps) {
  const { t } = useTranslation('cut');
  const { clips } = bench.cut;
  const add = t(isSoundCut(bench.cut) ? 'add.soundTitle' : 'add.title');
  const place = clips.findIndex(({ id }) => id === bench.selectedId);
  const tools = [
    { name: 'split', Icon: Scissors, key: 'S', act: commands.split },
    { name: 'earlier', Icon: ArrowLeft, act: () => commands.move(-1), isOff: place <= 0 },
    { name: 'later', Icon: ArrowRight, act: () => commands.move(1), isOff: place >= clips.length - 1 },
    { name: 'duplicate', Icon: Copy, act: commands.duplicate },
    { name: 'remove', Icon: Trash2, key: t('keys.delete'), act: commands.remove },
    { name: 'undo', Icon: Undo2, key: t('keys.undo'), act: commands.undo, isOff: bench.past.length === 0 },
    { name: 'redo', Icon: Redo2, key: t('keys.redo'), act: commands.redo, isOff: bench.future.length === 0 },
  ] as const;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-1">
      <Menu
        label={add}
        icon={<Plus size={16} aria-hidden="true" />}
        hasLabel
        align="start"
        button={{
          size: 'md',
          variant: 'secondary',
          'aria-label': undefined,
          className: 'mr-2 pointer-coarse:min-h-11',
          children: (
            <>
              <Plus size={16} aria-hidden="true" />
              {add}
            </>
          ),
        }}
      >
        <MenuItem onSelect={files.openLibrary}>{t('add.library')}</MenuItem>
        <MenuItem onSelect={files.openUpload}>{t('add.upload')}</MenuItem>
      </Menu>
      {tools.map(({ name, Icon, act, ...tool }) => (
        <IconButton
          key={name}
          label={t(`tools.${name}`)}
          shortcut={'key' in tool ? tool.key : undefined}
          aria-disabled={'isOff' in tool && tool.isOff}
          onClick={act}
          className={`pointer-coarse:size-11 ${'isOff' in tool && tool.isOff ? 'opacity-50' : ''}`}
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
