/** The parts that a process cannot work without, each with a question that rejects while the part is down. */
export type ReadinessParts = Record<string, () => Promise<unknown>>;

export type Readiness = {
  isReady: boolean;
  /** The answer of a readiness probe: the whole, and each part by its name. */
  body: { status: 'ready' | 'unavailable' } & Record<string, unknown>;
};

const maxAgeMs = 1_000;

/**
 * A readiness probe that any number of callers may use: it checks the parts at most once a second, and never starts a
 * second check while one has not ended. `details` are settings that it names and that do not decide.
 */
export function createReadiness(
  parts: ReadinessParts,
  details: Readonly<Record<string, string>> = {},
): () => Promise<Readiness> {
  let latest: Promise<Readiness> | undefined;
  return () => {
    if (latest) return latest;
    const startedAtMs = performance.now();
    const check = readReadiness(parts, details);
    latest = check;
    const forget = () => {
      latest = undefined;
    };
    void check.then(() => setTimeout(forget, maxAgeMs - (performance.now() - startedAtMs)).unref());
    return check;
  };
}

async function readReadiness(
  parts: ReadinessParts,
  details: Readonly<Record<string, string>>,
): Promise<Readiness> {
  // A rejection is not lost: the probe's answer names the part.
  const answers = await Promise.allSettled(Object.values(parts).map((ask) => ask()));
  const isUp = answers.map(({ status }) => status === 'fulfilled');
  const isReady = isUp.every(Boolean);
  const states = Object.fromEntries(Object.keys(parts).map((name, index) => [name, isUp[index]]));
  return { isReady, body: { status: isReady ? 'ready' : 'unavailable', ...states, ...details } };
}
