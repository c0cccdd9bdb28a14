import type { Verdict } from '@atelier/ledger-proof/verify-receipt';

/**
 * Verifies a receipt in this browser, against the keys and the log as this site publishes them. `issuer`: the address of
 * the site that signed it, which may be another one. Throws when keys or log cannot be read.
 */
export async function verifyHere(text: string): Promise<{ verdict: Verdict; issuer: string | undefined }> {
  const { readCheckpointFacts, verifyReceipt } = await import('@atelier/ledger-proof/verify-receipt');
  const checkpoint = readCheckpointFacts(text);
  // A text without a checkpoint needs nothing else: the verdict has the problem.
  if (!checkpoint) return { verdict: await verifyReceipt(text, undefined), issuer: undefined };
  const paths = ['/.well-known/jwks.json', `/.well-known/ledger/log?from=${checkpoint.number}`];
  const [keys, log] = await Promise.all(paths.map(readPublic));
  return { verdict: await verifyReceipt(text, keys, log), issuer: checkpoint.issuer };
}

async function readPublic(path: string): Promise<unknown> {
  const reply = await fetch(path);
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
  return reply.json();
}
