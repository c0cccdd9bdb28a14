/** Who of the operators did something, and why. */
export type Operator = { operatorId: string; reason: string };

/** How the ledger names an operator. */
export function operatorActor(operatorId: string): string {
  return `operator:${operatorId}`;
}
