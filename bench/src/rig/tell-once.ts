/**
 * Passes each different line on once; when the row ends, says how often those came that came again. A warning for
 * every one of 20,000 jobs is one piece of news.
 */
export function tellOnce(
  resources: AsyncDisposableStack,
  say: (line: string) => void,
): (line: string) => void {
  const counts = new Map<string, number>();
  resources.defer(() => {
    for (const [line, count] of counts) if (count > 1) say(`${line} (${count} times)`);
  });
  return (line) => {
    const count = (counts.get(line) ?? 0) + 1;
    counts.set(line, count);
    if (count === 1) say(line);
  };
}
