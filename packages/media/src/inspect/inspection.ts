/** Faults of a result that decodes. */
export const faults = ['blank', 'frozen', 'noise', 'silent', 'clipped', 'short', 'echo'] as const;

export type Fault = (typeof faults)[number];

export type Inspection = {
  /** Beyond doubt: this is not what was sold. */
  fault: Fault | null;
  /** Perhaps: only who asked for it can say. */
  doubt: Fault | null;
  /** Measured values by name; thresholds and units in docs/inspection.md. */
  measured: Record<string, number>;
  /** The pictures that were looked at, side by side in a WebP; null for a sound. */
  frames: Buffer | null;
};

/** A measure is a fault up to `fault`, and doubtful up to `doubt`. */
type Thresholds = { fault: number; doubt: number };

export type Finding = Pick<Inspection, 'fault' | 'doubt'>;

export const noFinding: Finding = { fault: null, doubt: null };

export function judge(name: Fault, value: number, { fault, doubt }: Thresholds): Finding {
  if (value <= fault) return { fault: name, doubt: null };
  return value <= doubt ? { fault: null, doubt: name } : noFinding;
}

/** The first that is beyond doubt, else the first that is doubtful. */
export function pickWorst(findings: readonly Finding[]): Finding {
  return findings.find(({ fault }) => fault) ?? findings.find(({ doubt }) => doubt) ?? noFinding;
}

/** Share of the length that was sold. */
const length: Thresholds = { fault: 0.5, doubt: 0.9 };

/** Judges the length; `sold` is undefined when the model chose it. */
export function judgeLength(seconds: number, sold: number | undefined): Finding {
  if (sold === undefined) return noFinding;
  return judge('short', seconds / sold, length);
}
