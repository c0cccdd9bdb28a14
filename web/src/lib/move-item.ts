/** The same list with one of its items at another place, counted without it; itself when there is no such place. */
export function moveItem<Item extends { id: string }>(
  items: readonly Item[],
  id: string,
  place: number,
): readonly Item[] {
  const from = items.findIndex((item) => item.id === id);
  const item = items[from];
  if (!item || place === from || place < 0 || place >= items.length) return items;
  const others = items.toSpliced(from, 1);
  return others.toSpliced(place, 0, item);
}
