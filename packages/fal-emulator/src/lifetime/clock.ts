/** The emulator's own time for what expires. It runs as the machine's, from where a test has moved it. */
export type Clock = {
  nowMs(): number;
  move(seconds: number): void;
  reset(): void;
};

export function createClock(): Clock {
  let aheadMs = 0;
  return {
    nowMs: () => Date.now() + aheadMs,
    move(seconds) {
      aheadMs += seconds * 1000;
    },
    reset() {
      aheadMs = 0;
    },
  };
}
