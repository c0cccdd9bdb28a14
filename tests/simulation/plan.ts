// Plans what users do in a schedule and which faults it has. Each schedule has few kinds of faults, some often: a mixture of
// everything would hide what one kind can do.
import type { Choices } from './choices.ts';
import type { FaultRates, StepKind } from './scheduler.ts';
import { type Sickness, type SicknessKind, sicknessKinds } from './world/sickness.ts';

type LineAct = 'pause' | 'move to the end' | 'move to the front' | 'stop after';
export type Act = {
  kind: 'repeat' | 'cancel' | 'delete' | 'refund' | 'operator refund' | 'forge' | LineAct;
  atMs: number;
};
export type PlannedGeneration = {
  user: number;
  kind: PlannedKind;
  images: number;
  atMs: number;
  acts: Act[];
  standIn: PlannedStandIn;
};
export type PlannedKind = 'flux-schnell' | 'flux-dev';
/**
 * Wish while the model is down: to wait, to be asked, which the owner answers at `askedAtMs`, or the other kind. `too dear`
 * is the other kind at a price that rises after the submission.
 */
export type PlannedStandIn = { wish: 'wait' | 'ask' | 'other' | 'too dear'; askedAtMs: number };
export type Outage = { of: 'queue' | 'fal' | 'storage'; fromMs: number; toMs: number };

export type Plan = {
  credits: number[];
  generations: PlannedGeneration[];
  /** Some users have more than may run at once. */
  maxRunning: number;
  rates: FaultRates;
  outages: Outage[];
  sicknesses: Sickness[];
  queueLossesMs: number[];
  keepsEndedJobs: boolean;
  faultsEndMs: number;
};

const kinds: StepKind[] = ['sql', 'queue', 'provider', 'storage', 'event', 'media'];
const actKinds = ['repeat', 'cancel', 'delete', 'refund', 'operator refund', 'forge', 'in line'] as const;
const standInWishes = ['wait', 'ask', 'other', 'other', 'other', 'too dear'] as const;
const lineActs: LineAct[] = ['pause', 'move to the end', 'stop after', 'move to the front'];

export function drawPlan(choices: Choices): Plan {
  const isSick = choices.below(2) === 1;
  const users = 1 + (choices.below(4) === 3 ? 1 : 0) + (isSick ? choices.below(2) : 0);
  const credits = Array.from({ length: users }, () => (choices.below(8) === 7 ? 30 : 1_000));
  const maxRunning = [5, 5, 1, 2][choices.below(4)] ?? 5;
  const counts = isSick ? [2, 3, 3, 4, 6, 7] : maxRunning < 5 ? [1, 2, 3, 3, 4, 5] : [1, 1, 1, 2, 2, 3];
  const generations = Array.from({ length: counts[choices.below(6)] ?? 1 }, () =>
    drawGeneration(choices, { users, isSick }),
  );
  const rates = Object.fromEntries(kinds.map((kind) => [kind, [0, 0, 0, 0, 10, 60][choices.below(6)] ?? 0]));
  const kill = [0, 0, 0, 5, 15][choices.below(5)] ?? 0;
  return {
    credits,
    generations,
    maxRunning,
    rates: { ...rates, kill } as FaultRates,
    outages: choices.below(5) === 4 ? [drawOutage(choices)] : [],
    sicknesses: isSick ? drawSicknesses(choices) : [],
    queueLossesMs: choices.below(10) === 9 ? [choices.below(20_000)] : [],
    keepsEndedJobs: choices.below(2) === 1,
    faultsEndMs: 60_000,
  };
}

/** Some models of a sick fal are well. */
function drawGeneration(
  choices: Choices,
  { users, isSick }: { users: number; isSick: boolean },
): PlannedGeneration {
  const acts: Act[] = [];
  for (let count = [0, 0, 1, 2][choices.below(4)] ?? 0; count > 0; count -= 1) {
    const kind = actKinds[choices.below(actKinds.length)] ?? 'repeat';
    acts.push(actAt(kind, drawTime(choices)));
    // Impatient users press twice, programs ask in parallel.
    if (choices.below(3) === 2) acts.push(actAt(kind, drawTime(choices)));
  }
  const user = choices.below(users);
  const drawn = isSick ? choices.next() : 0;
  return {
    user,
    kind: drawn % 3 === 2 ? 'flux-dev' : 'flux-schnell',
    standIn: drawStandIn(Math.floor(drawn / 3)),
    images: [1, 1, 2, 3][choices.below(4)] ?? 1,
    // Some come while others wait for a sick fal, or when it is over.
    atMs: isSick && choices.below(3) === 2 ? choices.below(90_000) : choices.below(2_000),
    acts,
  };
}

function drawStandIn(drawn: number): PlannedStandIn {
  const wish = standInWishes[drawn % standInWishes.length] ?? 'wait';
  return { wish, askedAtMs: 4_000 + (Math.floor(drawn / standInWishes.length) % 60_000) };
}

function actAt(kind: (typeof actKinds)[number], atMs: number): Act {
  return { kind: kind === 'in line' ? (lineActs[atMs % lineActs.length] ?? 'pause') : kind, atMs };
}

function drawTime(choices: Choices): number {
  const drawn = choices.next();
  return Math.floor(drawn / 4) % ([100, 1_500, 6_000, 25_000][drawn % 4] ?? 100);
}

/** Mostly seconds; sometimes longer than any deadline. */
function drawOutage(choices: Choices): Outage {
  const of = (['queue', 'fal', 'storage'] as const)[choices.below(3)] ?? 'queue';
  const fromMs = choices.below(3) === 0 ? 0 : choices.below(8_000);
  const lengthMs = choices.below(4) === 3 ? 1_100_000 : 1_000 + choices.below(50_000);
  return { of, fromMs, toMs: fromMs + lengthMs };
}

export const endpointOfKind: Record<PlannedKind, string> = {
  'flux-schnell': 'fal-ai/flux/schnell',
  'flux-dev': 'fal-ai/flux/dev',
};

function drawSicknesses(choices: Choices): Sickness[] {
  const count = choices.below(4) === 3 ? 2 : 1;
  return Array.from({ length: count }, () => drawSickness(choices));
}

/** Kinds to draw from: a sick model more often than the others, since only it leads to stand-ins. */
const likelySicknesses: SicknessKind[] = [
  ...sicknessKinds,
  'gone model',
  'busy model',
  'gone model',
  'silent',
];

/** Mostly for minutes, within which probes come; now and then for longer than anything waits. */
function drawSickness(choices: Choices): Sickness {
  const kind = likelySicknesses[choices.below(likelySicknesses.length)] ?? 'locked';
  const endpoint = endpointOfKind[choices.below(4) === 3 ? 'flux-dev' : 'flux-schnell'];
  const fromMs = choices.below(3) === 0 ? 0 : choices.below(20_000);
  const longest = [20_000, 80_000, 80_000, 300_000][choices.below(4)] ?? 80_000;
  const lengthMs = choices.below(40) === 39 ? 4_200_000 : 1_000 + choices.below(longest);
  return { kind, endpoint, fromMs, toMs: fromMs + lengthMs };
}
