import type { ResultFinding } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '#lib/format.ts';
import { CopyText } from '#product/copyable.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { resultFramesPath } from './admin-data.ts';

/** The title of a kind, or its id when it is sold no more. */
export function useKindTitle(): (kind: string) => string {
  const { t } = useTranslation('kinds');
  return (kind) => t(`kinds.${kind}.title` as 'kinds.vace.title', { defaultValue: kind });
}

/** A finding about an output, and its evidence. */
export function FindingCard({ finding }: { finding: ResultFinding }) {
  const { t, i18n } = useTranslation('results');
  const formatTitle = useKindTitle();
  const { kind, reason, is_fault, answer, found_at, user_id } = finding;
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{formatTitle(kind)}</span>
          <Badge tone={is_fault ? 'danger' : 'warn'}>{t(is_fault ? 'state.fault' : 'state.doubt')}</Badge>
          <span className="text-sm text-ink-soft">{t(`reasons.${reason}`)}</span>
          {answer ? <Badge>{t(`state.${answer}`)}</Badge> : null}
        </p>
        <time dateTime={found_at} className="text-sm text-ink-faint tabular-nums">
          {formatMoment(found_at, i18n.language)}
        </time>
      </div>
      <Facts finding={finding} />
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <Link
          to="/admin/users/$id"
          params={{ id: user_id }}
          className="rounded-sm text-sm underline decoration-line-strong underline-offset-4"
        >
          {t('owner')}
        </Link>
        {finding.has_frames ? <Frames outputId={finding.output_id} /> : null}
      </div>
    </li>
  );
}

function Facts({ finding }: { finding: ResultFinding }) {
  const { t, i18n } = useTranslation('results');
  const { provider_request_id, provider_endpoint, original_url, generation_id, measured } = finding;
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 3 });
  const facts = [
    ['request', provider_request_id],
    ['endpoint', provider_endpoint],
    ['file', original_url],
    ['generation', generation_id],
  ] as const;
  return (
    <dl className="mt-2 grid gap-x-4 text-sm sm:grid-cols-[auto_1fr]">
      {facts.map(([name, text]) =>
        text ? (
          <Fact key={name} name={t(`facts.${name}`)}>
            <code className="min-w-0 font-mono text-xs wrap-anywhere">{text}</code>
            <CopyText text={text} label={t('copy', { what: t(`facts.${name}`) })} />
          </Fact>
        ) : null,
      )}
      <Fact name={t('facts.measured')}>
        <span className="py-1.5 tabular-nums">
          {Object.entries(measured)
            .map(([name, value]) => `${name} ${number.format(value)}`)
            .join(' · ')}
        </span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="py-1.5 text-ink-faint">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1">{children}</dd>
    </>
  );
}

/** Pictures that are hidden until the operator opens them, because they are a user's own and each look is recorded. */
function Frames({ outputId }: { outputId: string }) {
  const { t } = useTranslation('results');
  const [isShown, setShown] = useState(false);
  if (!isShown)
    return (
      <Button size="sm" onClick={() => setShown(true)}>
        {t('show')}
      </Button>
    );
  return <img src={resultFramesPath(outputId)} alt={t('shown')} className="max-w-full rounded-md" />;
}
