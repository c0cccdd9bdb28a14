// Wish of a user for the time in which the model of a kind is down: remembered for each kind, and sent with every
// submission of it.
import { type Kind, type KindInput, type KindInReach, parseInput, standInsInReach } from '@atelier/catalog';
import type { IfDown } from '@atelier/contract';
import { useSyncExternalStore } from 'react';
import { createSignal } from '#lib/store.ts';
import { followKept, readKept, writeKept } from '#product/kept/kept.ts';
import { loadKind } from '#product/kinds/kinds.ts';

/** `ask`, or the id of another kind; undefined: to wait. */
export type Wish = string | undefined;

const wishes = createSignal();
followKept('stand-in', wishes.notify);

export function useWish(kindId: string): Wish {
  const read = () => readKept('stand-in', kindId);
  return useSyncExternalStore(wishes.subscribe, read, read);
}

export function keepWish(kindId: string, wish: Wish): void {
  writeKept('stand-in', wish, kindId);
  wishes.notify();
}

/** Another kind with its price for these settings; undefined when it could not make the same at no more than their price. */
function reachStandIn(kind: Kind, input: KindInput, other: Kind): KindInReach | undefined {
  const [reached] = standInsInReach([other], { kind, input, maxCredits: kind.price(input).costCredits });
  return reached;
}

/** Returns the wish as a submission says it. Where the chosen kind does not fit these settings, its user is asked. */
export async function findIfDown(kind: Kind, input: KindInput): Promise<IfDown | undefined> {
  const wish = readKept('stand-in', kind.id);
  if (wish === undefined || wish === 'ask') return wish;
  const other = await loadKind(wish).catch(() => undefined);
  const reached = other && reachStandIn(kind, input, other);
  return reached ? { kind: wish, max_credits: reached.costCredits } : 'ask';
}

type Line = { kind: string; input: Readonly<Record<string, unknown>> };

/** The same for all lines of a batch: the wish of their kind, if they are of one and the chosen kind fits every line. */
export async function findIfDownOfAll(lines: readonly Line[]): Promise<IfDown | undefined> {
  const wished = await Promise.all(
    lines.map(async ({ kind: id, input }) => {
      const kind = await loadKind(id).catch(() => undefined);
      const parsed = kind && parseInput(kind, input);
      return kind && parsed?.ok
        ? findIfDown(kind, parsed.input)
        : readKept('stand-in', id) && ('ask' as const);
    }),
  );
  const named = wished.filter((each) => typeof each === 'object');
  const [first] = named;
  const isOne = named.length === lines.length && named.every(({ kind }) => kind === first?.kind);
  if (first && isOne) return { ...first, max_credits: Math.max(...named.map((each) => each.max_credits)) };
  return wished.some((each) => each !== undefined) ? 'ask' : undefined;
}
