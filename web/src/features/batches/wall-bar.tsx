import Check from 'lucide-react/icons/check';
import Columns2 from 'lucide-react/icons/columns-2';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Kbd } from '#ui/kbd.tsx';
import type { Comparison } from './comparison.ts';

type WallBarProps = {
  selection: Comparison;
  counts: { picked: number; out: number; open: number };
  /** Act on the selected take; undefined where it cannot be picked, or several are selected. */
  onPick: (() => void) | undefined;
  onOut: () => void;
  onUndo: (() => void) | undefined;
  canPlay: boolean;
  names: { areAsked: boolean; areShown: boolean; show: (isOn: boolean) => void };
  onChooseBlind: (() => void) | undefined;
};

/** All of them in one row of a phone. */
const buttonClassName = 'shrink-0 whitespace-nowrap max-md:px-3 pointer-coarse:min-h-11';

/** Bar at the lower edge of the wall: the progress of the choice, its keys, and the actions on selected takes. */
export function WallBar(props: WallBarProps) {
  const { t } = useTranslation('batches');
  const { selection, onUndo } = props;
  return (
    <section
      aria-label={t('bar.label')}
      className="sticky z-30 mx-auto mt-4 flex w-fit max-w-full items-center justify-center gap-1 rounded-xl border border-line bg-surface p-2 shadow-float"
      style={{ bottom: 'calc(var(--bottom-bar-height, 0px) + 0.75rem)' }}
    >
      {selection.ids.length > 0 ? <Selected {...props} /> : <Overview {...props} />}
      {onUndo ? (
        <Button variant="ghost" aria-keyshortcuts="U" onClick={onUndo} className={buttonClassName}>
          <Undo2 size={16} aria-hidden="true" />
          <span className="max-md:sr-only">{t('undo')}</span>
        </Button>
      ) : null}
    </section>
  );
}

function Overview({ counts, canPlay, names, onChooseBlind }: WallBarProps) {
  const { t } = useTranslation('batches');
  const keys = [
    { keys: 'P', act: t('bar.pick') },
    { keys: 'X', act: t('bar.out') },
    { keys: 'U', act: t('bar.undo') },
    ...(canPlay ? [{ keys: t('blind.keys.space'), act: t('blind.keys.play') }] : []),
    { keys: 'C', act: t('bar.compare') },
  ];
  return (
    <>
      <p role="status" className="px-2 text-xs text-ink-soft tabular-nums md:text-sm">
        {t('bar.counts', counts)}
      </p>
      <ul className="flex gap-3 text-xs whitespace-nowrap text-ink-faint max-lg:hidden pointer-coarse:hidden">
        {keys.map(({ keys: pressed, act }) => (
          <li key={act}>
            <Kbd keys={pressed} /> {act}
          </li>
        ))}
      </ul>
      {names.areAsked ? (
        <Button
          variant="ghost"
          role="switch"
          aria-checked={names.areShown}
          onClick={() => names.show(!names.areShown)}
          className={classNames(buttonClassName, names.areShown && 'bg-accent-soft text-accent-text')}
        >
          <Eye size={16} aria-hidden="true" />
          <span className="max-md:sr-only">{t('names.show')}</span>
        </Button>
      ) : null}
      {onChooseBlind ? (
        <Button variant="primary" onClick={onChooseBlind} className={buttonClassName}>
          <EyeOff size={16} aria-hidden="true" />
          {t('blind.do')}
        </Button>
      ) : null}
    </>
  );
}

function Selected({ selection, onPick, onOut }: WallBarProps) {
  const { t } = useTranslation('batches');
  const { ids, clear, compare } = selection;
  return (
    <>
      <IconButton
        label={t('compare.clear')}
        onClick={clear}
        tooltipSide="above-start"
        className="pointer-coarse:size-11"
      >
        <X size={18} aria-hidden="true" />
      </IconButton>
      <p role="status" className="text-sm font-medium whitespace-nowrap max-md:sr-only">
        {t(ids.length > 1 ? 'compare.two' : 'compare.one')}
      </p>
      {onPick ? (
        <Button aria-keyshortcuts="P" onClick={onPick} className={buttonClassName}>
          <Check size={16} aria-hidden="true" />
          {t('pick.do')}
        </Button>
      ) : null}
      <Button aria-keyshortcuts="X" onClick={onOut} className={buttonClassName}>
        <X size={16} aria-hidden="true" />
        {t('out.do')}
      </Button>
      {compare ? (
        <Button variant="primary" aria-keyshortcuts="C" onClick={compare} className={buttonClassName}>
          <Columns2 size={16} aria-hidden="true" />
          {t('compare.do')}
        </Button>
      ) : null}
    </>
  );
}
