export function DayHeading({ id, name }: { id: string; name: string }) {
  return (
    <h2 id={id} className="px-3 pt-6 pb-2 text-sm font-medium text-ink-soft">
      {name}
    </h2>
  );
}
