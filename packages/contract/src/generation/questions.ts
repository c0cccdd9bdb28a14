import * as z from 'zod/mini';

/** Suspected faults of a result: docs/inspection.md. */
export const doubts = ['blank', 'frozen', 'noise', 'silent', 'clipped', 'short', 'echo'] as const;

/** A result that may be none: its owner keeps it, or gets `credits` back until `until` (an ISO time). */
export const question = z.object({ doubt: z.enum(doubts), credits: z.int(), until: z.string() });
export type Question = z.infer<typeof question>;

/** How long a question is open, from the end of the generation. */
export const questionHours = 24;
/** How many results a user may return in 30 days. */
export const maxReturnsPerMonth = 20;

/** Body of `POST /api/generations/{id}/answer`. A result that is returned is deleted for good. */
export const answerBody = z.object({ answer: z.enum(['keep', 'return']) });
export type AnswerBody = z.infer<typeof answerBody>;

export const answerReply = z.object({ returned_credits: z.int(), left_credits: z.int() });
export type AnswerReply = z.infer<typeof answerReply>;
