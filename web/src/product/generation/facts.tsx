import { classNames } from '#ui/class-names.ts';

export type Fact = { label: string; value: string; isCode?: boolean };

/** Names and values under a heading; nothing at all when there is nothing to tell. */
export function FactList({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium text-ink">{title}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
        {facts.map((fact) => (
          <div key={fact.label} className="contents">
            <dt className="text-ink-faint">{fact.label}</dt>
            <dd
              className={classNames(
                'min-w-0 text-right text-ink tabular-nums wrap-anywhere',
                fact.isCode && 'font-mono text-xs leading-5',
              )}
            >
              {fact.value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
