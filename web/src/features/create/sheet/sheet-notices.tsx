import type { Kind } from '@atelier/catalog';
import { maxBatchLines } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePricingSearch } from '#product/generation/store/last-kind.ts';
import { readTrouble, useModelStatus } from '#product/model-status.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { useModelTrouble } from '../model-trouble.ts';
import type { SheetCheck } from './check-sheet.ts';
import type { Expanded } from './expand.ts';
import type { Sheet } from './sheet-state.ts';

type SheetNoticesProps = Pick<Sheet, 'state' | 'change'> & {
  expanded: Expanded;
  check: SheetCheck;
  /** Generate was pressed: what keeps it from being sent is said as an error. */
  isAsked: boolean;
  errorCode: string | undefined;
};

/** Problems of the lines and the lines that were left out, each with a button that resolves it. */
export function SheetNotices(props: SheetNoticesProps) {
  const { expanded, check, isAsked, errorCode } = props;
  const { t } = useTranslation(['sheet', 'messages']);
  return (
    <div role={isAsked ? 'alert' : 'status'} className="flex flex-col gap-2">
      {isAsked && errorCode ? (
        <Notice tone="danger">
          {t(`messages:error.${errorCode}`, { defaultValue: t('messages:error.internal_error') })}
        </Notice>
      ) : null}
      {check.lines.length === 0 ? (
        <Notice tone={isAsked ? 'danger' : 'plain'}>{t('sheet:empty')}</Notice>
      ) : null}
      {expanded.unknownColumns.length > 0 ? (
        <Notice tone="warn">
          {t('sheet:unknownColumns', {
            count: expanded.unknownColumns.length,
            names: expanded.unknownColumns.map((name) => name || '–').join(', '),
          })}
        </Notice>
      ) : null}
      <Troubles lines={check.lines} />
      <Wrong {...props} />
      <LeftOut {...props} />
    </div>
  );
}

/** Says which models of the lines take no work or often fail now; once when it is the provider that takes none. */
function Troubles({ lines }: Pick<SheetCheck, 'lines'>) {
  const { data } = useModelStatus();
  const kinds = [...new Map(lines.map(({ kind }) => [kind.id, kind])).values()];
  const shown = data?.provider_held_since ? kinds.slice(0, 1) : kinds;
  return shown.map((kind) => <Trouble key={kind.id} kind={kind} />);
}

function Trouble({ kind }: { kind: Kind }) {
  const { t } = useTranslation(['status', 'kinds']);
  const { data } = useModelStatus();
  const trouble = useModelTrouble(kind);
  if (!trouble) return null;
  return (
    <Notice
      tone="warn"
      link={
        <Link to="/status" className={buttonVariants('ghost', 'sm')}>
          {t('status:details')}
        </Link>
      }
    >
      {readTrouble(data, kind.id) === 'fails' ? `${t(`kinds:kinds.${kind.id}.title`)}: ` : null}
      {trouble.sentence}
    </Notice>
  );
}

/** Problems to resolve before the lines can be sent, and hints. */
function Wrong({ state, change, expanded, check, isAsked }: SheetNoticesProps) {
  const { t } = useTranslation('sheet');
  const pricingSearch = usePricingSearch();
  const { lines, bad, duplicates, fitting } = check;
  const count = lines.length;
  const tone = isAsked ? 'danger' : 'warn';
  const fits = fitting ?? count;
  // Lines that only the server refuses are removed by their keys.
  const refused = lines.filter(({ key, input }) => input && bad.includes(key)).map(({ key }) => key);
  return (
    <>
      {count > maxBatchLines ? (
        <Notice
          tone={tone}
          action={t('tooMany.do', { max: maxBatchLines })}
          onAct={() => change({ keptFirst: maxBatchLines })}
        >
          {t(expanded.isCut ? 'tooMany.cut' : 'tooMany.text', { of: count, max: maxBatchLines })}
        </Notice>
      ) : null}
      {bad.length > 0 ? (
        <Notice
          tone={tone}
          action={t('bad.do')}
          onAct={() => change({ leavesOutBad: true, removed: [...state.removed, ...refused] })}
        >
          {t('bad.text', { count: bad.length })}
        </Notice>
      ) : null}
      {duplicates > 0 ? (
        <Notice tone="warn" action={t('duplicates.do')} onAct={() => change({ leavesOutDuplicates: true })}>
          {t('duplicates.text', { count: duplicates })}
        </Notice>
      ) : null}
      {count <= maxBatchLines && bad.length === 0 && fits < count ? (
        <Notice
          tone={tone}
          action={fits > 0 ? t('fitting.do', { count: fits }) : undefined}
          onAct={() => change({ keptFirst: fits })}
          link={
            <Link to="/pricing" search={pricingSearch} className={buttonVariants('ghost', 'sm')}>
              {t('fitting.buy')}
            </Link>
          }
        >
          {t('fitting.text', { fits, of: count })}
        </Notice>
      ) : null}
    </>
  );
}

/** Lines that were left out, each group with a button to restore it. */
function LeftOut({ change, expanded, check }: SheetNoticesProps) {
  const { t } = useTranslation('sheet');
  const { leftOut } = expanded;
  const groups = [
    { name: 'bad', count: leftOut.bad, change: { leavesOutBad: false } },
    { name: 'duplicates', count: leftOut.duplicates, change: { leavesOutDuplicates: false } },
    { name: 'single', count: leftOut.single, change: { removed: [], leavesOutBad: false } },
    { name: 'afterFirst', count: leftOut.afterFirst, change: { keptFirst: undefined } },
  ] as const;
  return groups
    .filter(({ count }) => count > 0)
    .map(({ name, count, change: back }) => (
      <Notice key={name} tone="plain" action={t('leftOut.back')} onAct={() => change(back)}>
        {t(`leftOut.${name}`, { count, kept: check.lines.length })}
      </Notice>
    ));
}

type NoticeProps = {
  tone: 'plain' | 'warn' | 'danger';
  action?: string | undefined;
  onAct?: () => void;
  link?: ReactNode;
  children: ReactNode;
};

const tones = {
  plain: 'bg-raised text-ink-soft',
  warn: 'bg-warn-soft text-warn-text',
  danger: 'bg-danger-soft text-danger-text',
};

function Notice({ tone, action, onAct, link, children }: NoticeProps) {
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-3 py-2 text-sm',
        tones[tone],
      )}
    >
      <p className="min-w-0 flex-1 wrap-anywhere">{children}</p>
      {action ? (
        <Button size="sm" onClick={onAct}>
          {action}
        </Button>
      ) : null}
      {link}
    </div>
  );
}
