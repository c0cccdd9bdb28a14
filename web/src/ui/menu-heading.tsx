export function MenuHeading({ text }: { text: string }) {
  return <p className="px-2.5 pt-2 pb-1 text-xs text-ink-faint">{text}</p>;
}
