import type { LedgerGroup, LedgerLine } from '@atelier/contract';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Gift from 'lucide-react/icons/gift';
import Hourglass from 'lucide-react/icons/hourglass';
import PencilLine from 'lucide-react/icons/pencil-line';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Undo2 from 'lucide-react/icons/undo-2';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChange, formatCredits, formatDate, formatMoment } from '#lib/format.ts';
import { useLineLabels } from '#product/ledger/use-ledger-labels.ts';
import { mediumIcons } from '#product/media/icons.ts';
import { classNames } from '#ui/class-names.ts';

type LedgerGroupsProps = {
  groups: readonly LedgerGroup[];
  /** Links the subject to its receipt or its purchase. */
  renderSubject: (line: LedgerLine, text: string) => ReactNode;
};

/**
 * One row for each generation with what it cost in all, and one for everything else that was booked. The lines of a
 * generation unfold below its row. On a phone the balance is in the unfolded lines alone.
 */
export function LedgerGroups({ groups, renderSubject }: LedgerGroupsProps) {
  const { t } = useTranslation(['wallet', 'ledger']);
  const head = 'py-2 pl-4 text-right font-normal whitespace-nowrap';
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{t('ledger:caption')}</caption>
      <thead className="text-sm text-ink-faint">
        <tr>
          <th scope="col" className="py-2 font-normal">
            {t('ledger.what')}
          </th>
          <th scope="col" className={head}>
            {t('ledger.net')}
          </th>
          <th scope="col" className={`${head} hidden sm:table-cell`}>
            {t('ledger:balance')}
          </th>
          <th scope="col">
            <span className="sr-only">{t('ledger.movements')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <GroupRows key={group.lines[0]?.id} group={group} renderSubject={renderSubject} />
        ))}
      </tbody>
    </table>
  );
}

type GroupRowsProps = { group: LedgerGroup; renderSubject: LedgerGroupsProps['renderSubject'] };

function GroupRows({ group, renderSubject }: GroupRowsProps) {
  const { t, i18n } = useTranslation(['wallet', 'ledger']);
  const { findKindByBody, toSubject, readReason } = useLineLabels();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [first] = group.lines;
  const last = group.lines.at(-1);
  if (!first || !last) return null;

  const isGeneration = first.kind === 'reserve';
  const subject = toSubject(first);
  const { generation } = first;
  const kind = generation
    ? t(`kinds:kinds.${generation.kind}.title`, { defaultValue: generation.kind })
    : undefined;
  const facts = [
    isGeneration || subject === undefined ? undefined : findKindByBody(first),
    kind === subject ? undefined : kind,
    generation?.api_key ? t('ledger:byKeyLong', generation.api_key) : undefined,
    readReason(last),
  ].filter((fact) => fact !== undefined);
  const opens = isGeneration ? { 'aria-expanded': isOpen, 'aria-controls': id } : undefined;
  return (
    <>
      <tr className="border-t border-line">
        {/* A cell without a width of its own truncates a long prompt, which never widens the table. */}
        <th scope="row" className="w-full max-w-0 py-2.5 font-normal">
          <div className="flex items-center gap-3">
            <GroupPicture group={group} />
            <div className="min-w-0 flex-1">
              <p title={subject ?? findKindByBody(first)} dir="auto" className="truncate text-sm font-medium">
                {subject === undefined ? findKindByBody(first) : renderSubject(first, subject)}
              </p>
              <p className="text-xs text-ink-faint">
                <time dateTime={first.created_at}>{formatDate(first.created_at, i18n.language)}</time>
                {facts.map((fact) => ` · ${fact}`).join('')}
              </p>
            </div>
          </div>
        </th>
        <NetCell group={group} />
        <td className="hidden py-2.5 pl-4 text-right text-sm whitespace-nowrap text-ink-soft tabular-nums sm:table-cell">
          {formatCredits(last.available_after, i18n.language)}
        </td>
        <td className="w-8">
          {opens ? (
            <button
              type="button"
              {...opens}
              aria-label={t('ledger.unfold', { subject })}
              onClick={() => setOpen(!isOpen)}
              className="grid size-8 pointer-coarse:size-11 place-items-center rounded-sm text-ink-faint transition-colors duration-150 hover:bg-raised hover:text-ink"
            >
              <ChevronDown
                size={16}
                aria-hidden="true"
                className={classNames('transition-transform duration-150', isOpen && 'rotate-180')}
              />
            </button>
          ) : null}
        </td>
      </tr>
      {isOpen ? (
        <tr id={id}>
          <td colSpan={4} className="pb-3">
            <Movements lines={group.lines} label={t('ledger.movementsOf', { subject })} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** Net of a group: available plus held credits, so that a hold alone is zero. */
function NetCell({ group }: { group: LedgerGroup }) {
  const { t, i18n } = useTranslation(['wallet', 'ledger']);
  const net = group.available + group.held;
  const returned = group.lines.reduce(
    (sum, { kind, available }) => (kind === 'release' ? sum + available : sum),
    0,
  );
  const format = (credits: number) => formatCredits(credits, i18n.language);
  const notes = [
    group.held > 0 ? t('ledger:onHold', { amount: format(group.held) }) : undefined,
    returned > 0
      ? net === 0
        ? t('ledger.returned')
        : t('ledger.partReturned', { amount: format(returned) })
      : undefined,
  ].filter((note) => note !== undefined);
  return (
    <td className="py-2.5 pl-4 text-right whitespace-nowrap tabular-nums">
      <span
        className={classNames(
          'block text-sm font-semibold',
          net > 0 && 'text-ok-text',
          net === 0 && 'text-ink-faint',
        )}
      >
        {formatChange(net, i18n.language)}
      </span>
      {notes.map((note) => (
        <span key={note} className="block text-xs text-ink-faint">
          {note}
        </span>
      ))}
    </td>
  );
}

/** Ledger lines of a generation, as they were booked. */
function Movements({ lines, label }: { lines: readonly LedgerLine[]; label: string }) {
  const { t, i18n } = useTranslation(['wallet', 'ledger']);
  const { findKindByBody, readReason } = useLineLabels();
  const change = (credits: number) => formatChange(credits, i18n.language);
  return (
    <ul
      aria-label={label}
      className="grid gap-2 rounded-md bg-surface px-4 py-3 text-sm tabular-nums outline outline-line"
    >
      {lines.map((line) => (
        <li key={line.id} className="flex justify-between gap-4">
          <p className="min-w-0">
            {[findKindByBody(line), readReason(line)].filter(Boolean).join(' · ')}
            <span className="block text-xs text-ink-faint">
              {formatMoment(line.created_at, i18n.language)}
            </span>
          </p>
          <p className="text-right whitespace-nowrap">
            <span className={classNames(line.available > 0 && 'text-ok-text')}>
              {line.available === 0
                ? t('ledger:onHold', { amount: change(line.held) })
                : change(line.available)}
            </span>
            <span className="block text-xs text-ink-faint">
              {t('ledger.left', { amount: formatCredits(line.available_after, i18n.language) })}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

const ofKind = { purchase: ShoppingBag, grant: Gift, refund: Undo2, adjustment: PencilLine } as const;

/** The first result of a generation; without one an icon for what the group is. The text beside it says the same. */
function GroupPicture({ group }: { group: LedgerGroup }) {
  const [isBroken, setBroken] = useState(false);
  const { poster_url: posterUrl } = group;
  const [first] = group.lines;
  const Icon = first ? pickIcon(first, group) : Hourglass;
  return (
    <span className="grid h-10 w-14 shrink-0 place-items-center overflow-hidden rounded-sm bg-raised text-ink-faint">
      {posterUrl && !isBroken && first?.kind === 'reserve' ? (
        <img
          src={posterUrl}
          alt=""
          loading="lazy"
          className="size-full object-cover"
          onError={() => setBroken(true)}
        />
      ) : (
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      )}
    </span>
  );
}

function pickIcon({ kind, generation }: LedgerLine, group: LedgerGroup) {
  if (Object.hasOwn(ofKind, kind)) return ofKind[kind as keyof typeof ofKind];
  if (group.held > 0) return Hourglass;
  const wasCharged = group.lines.some((line) => line.kind === 'settle');
  return wasCharged && generation ? mediumIcons[generation.medium] : TriangleAlert;
}
