import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { findSeed } from '#product/acts/list-acts.ts';
import { useRegenerateTarget } from '#product/generation/actions/regenerate.ts';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { buttonVariants } from '#ui/button.tsx';
import { type MadeFacts, useMadeFacts } from './generation-facts.ts';

type MadeWithProps = { generation: PublicGeneration; output: ShownOutput | undefined };

/** The facts that are asked for most, in five rows at most. */
export function MadeWith({ generation, output }: MadeWithProps) {
  const { t } = useTranslation(['viewer', 'history']);
  const titleId = useId();
  const facts = useMadeFacts(generation, output);
  const rows = (['model', 'format', 'seed', 'cost', 'made'] as const).filter((name) => facts[name]);
  return (
    <section aria-labelledby={titleId} className="border-t border-line pt-3">
      <h4 id={titleId} className="text-sm font-semibold text-ink">
        {t('viewer:made.title')}
      </h4>
      <dl className="mt-1 text-sm">
        {rows.map((name) => (
          <Row key={name} label={t(`viewer:made.${name}`)} value={facts[name]}>
            {name === 'seed' ? <UseSeed generation={generation} /> : null}
          </Row>
        ))}
      </dl>
    </section>
  );
}

type RowProps = { label: string; value: MadeFacts[keyof MadeFacts]; children: ReactNode };

function Row({ label, value, children }: RowProps) {
  return (
    <div className="flex min-h-7 items-center gap-4">
      <dt className="text-ink-faint">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-end gap-2 text-right text-ink tabular-nums">
        <span title={value} className="truncate">
          {value}
        </span>
        {children}
      </dd>
    </div>
  );
}

/** The form as it was, with the seed: the same result again, or a change of one thing alone. */
function UseSeed({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('viewer');
  const { search, ...target } = useRegenerateTarget(generation);
  const seed = findSeed(generation);
  return (
    <Link
      {...target}
      search={{ ...search, seed }}
      aria-label={t('useSeed', { seed })}
      className={buttonVariants('secondary', 'sm', 'min-h-6! px-2! pointer-coarse:min-h-11!')}
    >
      {t('use')}
    </Link>
  );
}
