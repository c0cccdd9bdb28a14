import { type Kind, parseInput } from '@atelier/catalog';
import { useRef, useState } from 'react';
import type { Account } from '#lib/account/use-account.ts';
import type { InputProblem } from '#lib/api/api-error.ts';
import { openDialog } from '#lib/dialogs/dialog-store.ts';
import { findObstacle } from './find-obstacle.ts';
import type { FormValues } from './form-values.ts';
import { handleRefusal } from './handle-refusal.ts';
import { submitGeneration } from './submit-generation.ts';

/** Presses of the same form within this time are one press. */
const doublePressMs = 700;

type SubmitOptions = { kind: Kind; values: FormValues; isPublic: boolean; account: Account };

type Submit = {
  problems: readonly InputProblem[];
  /** Sends the form, or says what is missing; true when it was sent. */
  submit: () => boolean;
  forgetProblems: () => void;
};

export function useSubmit({ kind, values, isPublic, account }: SubmitOptions): Submit {
  const [problems, setProblems] = useState<readonly InputProblem[]>([]);
  const lastPress = useRef({ values, atMs: Number.NEGATIVE_INFINITY });

  const submit = () => {
    const parsed = parseInput(kind, values);
    setProblems(parsed.ok ? [] : parsed.issues);
    if (!parsed.ok) return false;
    const obstacle = findObstacle(account, kind.price(parsed.input).costCredits);
    if (obstacle) {
      openDialog(obstacle);
      return false;
    }
    const isSecondOfTwo =
      lastPress.current.values === values && performance.now() - lastPress.current.atMs < doublePressMs;
    if (isSecondOfTwo) return false;
    lastPress.current = { values, atMs: performance.now() };
    submitGeneration({ kind, input: parsed.input, isPublic }).catch((error: unknown) => {
      setProblems(handleRefusal(error));
    });
    return true;
  };
  return { problems, submit, forgetProblems: () => setProblems([]) };
}
