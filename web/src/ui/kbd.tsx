export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="rounded-sm border border-line-strong bg-raised px-1.5 py-0.5 font-sans text-xs text-ink-soft">
      {keys}
    </kbd>
  );
}
