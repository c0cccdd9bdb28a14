export const chunkBytes = 65_536;

export type Chunks = ReturnType<typeof collectChunks>;

/**
 * Most parts of an archive are a few hundred bytes, and a chunk of a stream costs as much for these as for a large one.
 * `onBytes` is called with the size of each part.
 */
export function collectChunks(onBytes?: (bytes: number) => void) {
  let chunk = Buffer.allocUnsafeSlow(chunkBytes);
  let used = 0;
  let full: Buffer[] = [];
  /** Room for one part in the present chunk, or in one of its own. */
  function reserve(bytes: number): Buffer {
    onBytes?.(bytes);
    if (used + bytes > chunk.length) {
      finish();
      chunk = Buffer.allocUnsafeSlow(Math.max(chunkBytes, bytes));
      used = 0;
    }
    used += bytes;
    return chunk.subarray(used - bytes, used);
  }
  /** Closes the current chunk; the rest of its buffer is used for the next one. */
  function finish(): void {
    if (used > 0) full.push(chunk.subarray(0, used));
    chunk = chunk.subarray(used);
    used = 0;
  }
  /** The chunks that are full. */
  function take(): Buffer[] {
    const taken = full;
    full = [];
    return taken;
  }
  return {
    add: (part: Buffer): void => void part.copy(reserve(part.length)),
    reserve,
    hasFull: () => full.length > 0,
    take,
    /** Also the one that is not. */
    takeAll(): Buffer[] {
      finish();
      return take();
    },
  };
}
