import type { PublishedLog } from '../queries/checkpoints/published-log.ts';

/** A published log in memory; `text` is what it has now. */
export function createPublishedLog(): PublishedLog & { text: string | undefined } {
  const log = {
    text: undefined as string | undefined,
    read: async () => log.text,
    write: async (text: string) => {
      log.text = text;
    },
  };
  return log;
}
