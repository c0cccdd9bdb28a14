import type { AdminMarginsReply, MarginGroupReply } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { usePackLabel } from '#product/ledger/use-ledger-labels.ts';
import { useKindTitle } from '../finding-card.tsx';

/** 1240000 → "$1.24", 12500 → "$0.0125". */
export function formatUsd(microUsd: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.abs(microUsd) < 1_000_000 ? 6 : 2,
  }).format(microUsd / 1_000_000);
}

/** Margins by kind, pack and user. */
export function MarginTables({ margins }: { margins: AdminMarginsReply }) {
  const { t } = useTranslation('margins');
  const formatTitle = useKindTitle();
  const packLabel = usePackLabel();
  const formatPack = (name: string | null) => {
    if (name === null) return t('unknown');
    return name === 'none' || name === 'other' ? t(`packs.${name}`) : packLabel(name);
  };
  return (
    <>
      <Section title={t('kinds.title')} text={t('kinds.text')}>
        <MarginTable
          caption={t('kinds.title')}
          heading={t('columns.kind')}
          groups={margins.kinds}
          formatName={(name) => (name === null ? t('unknown') : formatTitle(name))}
          hasBars
        />
      </Section>
      <Section title={t('packs.title')} text={t('packs.text')}>
        <MarginTable
          caption={t('packs.title')}
          heading={t('columns.pack')}
          groups={margins.packs}
          formatName={formatPack}
        />
      </Section>
      <Section title={t('users.title')} text={t('users.text')}>
        <MarginTable
          caption={t('users.title')}
          heading={t('columns.user')}
          groups={margins.users}
          formatName={(name) => (name === null ? t('unknown') : <UserLink id={name} />)}
        />
      </Section>
    </>
  );
}

/** Link to the page of a user, by the first part of the id. */
export function UserLink({ id }: { id: string }) {
  return (
    <Link
      to="/admin/users/$id"
      params={{ id }}
      className="rounded-sm font-mono text-xs underline decoration-line-strong underline-offset-4"
    >
      {id}
    </Link>
  );
}

export function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-8">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      <p className="mt-1 max-w-2xl text-sm text-ink-soft text-pretty">{text}</p>
      {children}
    </section>
  );
}

/** Box of a wide table, which scrolls and can be reached by keyboard. */
export function TableBox({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
    <div tabIndex={0} className="mt-3 overflow-x-auto rounded-sm">
      {children}
    </div>
  );
}

export const headClass = 'py-1 pr-4 font-normal whitespace-nowrap last:pr-0';

type MarginTableProps = {
  caption: string;
  heading: string;
  groups: readonly MarginGroupReply[];
  formatName: (name: string | null) => ReactNode;
  /** Whether the margins are drawn as bars below their amounts. */
  hasBars?: boolean;
};

export function MarginTable({ caption, heading, groups, formatName, hasBars = false }: MarginTableProps) {
  const { t } = useTranslation('margins');
  const most = Math.max(1, ...groups.map((group) => Math.abs(computeMargin(group))));
  if (groups.length === 0) return <p className="mt-3 text-sm text-ink-faint">{t('nothing')}</p>;
  return (
    <TableBox>
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-left text-ink-faint">
          <tr>
            <th scope="col" className={headClass}>
              {heading}
            </th>
            {(['margin', 'generations', 'credits', 'earned', 'cost'] as const).map((name) => (
              <th key={name} scope="col" className={`${headClass} text-right`}>
                {t(`columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <MarginRow
              key={group.name}
              group={group}
              name={formatName(group.name)}
              most={hasBars ? most : undefined}
            />
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

function computeMargin({ earned_micro_usd, cost_micro_usd }: MarginGroupReply): number {
  return earned_micro_usd - cost_micro_usd;
}

type MarginRowProps = { group: MarginGroupReply; name: ReactNode; most: number | undefined };

function MarginRow({ group, name, most }: MarginRowProps) {
  const { i18n } = useTranslation('margins');
  const margin = computeMargin(group);
  const cells = [
    ['generations', group.generations.toLocaleString(i18n.language)],
    ['credits', formatCredits(group.credits, i18n.language)],
    ['earned', formatUsd(group.earned_micro_usd, i18n.language)],
    ['cost', formatUsd(group.cost_micro_usd, i18n.language)],
  ] as const;
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 pr-4 text-left font-medium">
        {name}
      </th>
      <td className={`py-1.5 pr-4 text-right whitespace-nowrap ${margin < 0 ? 'text-danger-text' : ''}`}>
        {formatUsd(margin, i18n.language)}
        {most === undefined ? null : (
          <span aria-hidden="true" className="mt-0.5 block h-1 w-full min-w-20 rounded-full bg-raised">
            <span
              className={`block h-1 rounded-full ${margin < 0 ? 'bg-danger-text' : 'bg-accent-text'}`}
              style={{ width: `${(Math.abs(margin) / most) * 100}%` }}
            />
          </span>
        )}
      </td>
      {cells.map(([column, text]) => (
        <td key={column} className="py-1.5 pr-4 text-right whitespace-nowrap last:pr-0">
          {text}
        </td>
      ))}
    </tr>
  );
}
