import { classNames } from '#ui/class-names.ts';

export type Fact = { label: string; value: string; isCode?: boolean };

/** Labels and values in two columns. */
export function FactTable({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
      {facts.map(({ label, value, isCode }) => (
        <div key={label} className="contents">
          <dt className="text-ink-faint">{label}</dt>
          <dd
            className={classNames(
              'min-w-0 text-right text-ink tabular-nums wrap-anywhere',
              isCode && 'font-mono text-xs leading-5',
            )}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
