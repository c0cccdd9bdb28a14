/** The parts that a process cannot work without, each with a question that rejects while the part is down. */
export type ReadinessParts = Record<string, () => Promise<unknown>>;

export type Readiness = {
  isReady: boolean;
  /** The answer of a readiness probe: the whole, and each part by its name. */
  body: { status: 'ready' | 'unavailable' } & Record<string, unknown>;
};

export async function readReadiness(parts: ReadinessParts): Promise<Readiness> {
  // What rejects is not lost: the probe's answer names the part.
  const answers = await Promise.allSettled(Object.values(parts).map((ask) => ask()));
  const isUp = answers.map(({ status }) => status === 'fulfilled');
  const isReady = isUp.every(Boolean);
  const states = Object.fromEntries(Object.keys(parts).map((name, index) => [name, isUp[index]]));
  return { isReady, body: { status: isReady ? 'ready' : 'unavailable', ...states } };
}
