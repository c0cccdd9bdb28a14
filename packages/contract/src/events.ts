import type { PublicTakeOut } from './account/take-out.ts';
import type { CreditsChanged } from './account/user.ts';
import type { PublicGeneration } from './generation/generation.ts';
import type { PublicPurchase } from './money/checkout.ts';
import type { PublicCut } from './work/cuts.ts';

/** A generation too large for one message: the client reads it by its id. */
export type GenerationPointer = { id: string; revision: number };

/** Socket.IO messages to the browser; rooms are `user:<id>`, joined by the server from the session. */
export type ServerEvents = {
  'generation:changed': (change: { generation: PublicGeneration } | { pointer: GenerationPointer }) => void;
  'generation:deleted': (change: { id: string }) => void;
  /** Several generations changed at once: lists are to be read again. `restored`: these are out of the trash, or many are. */
  'library:changed': (change: { restored?: readonly string[] }) => void;
  /** The entries of the user's line, their order or its pause have changed up to this revision: see `GET /api/line`. */
  'line:changed': (change: { revision: number }) => void;
  /** Batches were made, renamed or picked from. */
  'batches:changed': (change: Record<never, never>) => void;
  'projects:changed': (change: Record<never, never>) => void;
  'credits:changed': (credits: CreditsChanged) => void;
  /** The reply of `GET /api/user/info` has changed in more than its credits. */
  'account:changed': (change: Record<never, never>) => void;
  /** Goes to every signed-in page: `GET /api/kinds/closures` answers something else now. */
  'kinds:changed': (change: Record<never, never>) => void;
  /** A program asks to spend more than its API key may without asking. */
  'approval:asked': (asked: { id: string; key: string; cost: number }) => void;
  /** The user has answered a program, in any of their browsers: calls that wait for it go on. */
  'approval:answered': (answered: { id: string }) => void;
  'purchase:changed': (change: { purchase: PublicPurchase }) => void;
  'cut:changed': (change: { cut: PublicCut }) => void;
  /** A film has another revision, take or joining: see `GET /api/films/{id}`. `revision` is that of its document. */
  'film:changed': (change: { id: string; revision: number }) => void;
  'take-out:changed': (change: { take_out: PublicTakeOut }) => void;
};

export type ServerEventName = keyof ServerEvents;
export type ServerEventBody<Name extends ServerEventName> = Parameters<ServerEvents[Name]>[0];

export function userRoom(userId: string): string {
  return `user:${userId}`;
}
