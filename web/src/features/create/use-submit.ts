import { type Kind, type KindInput, parseInput } from '@atelier/catalog';
import { useRef, useState } from 'react';
import { ApiError, type InputProblem } from '#lib/api/api-error.ts';
import type { Account } from '#product/account/use-account.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { findObstacle } from './find-obstacle.ts';
import type { FormValues } from './form-values.ts';
import { handleRefusal } from './refusals.ts';
import { submitGeneration } from './submit-generation.ts';

/** Presses of the same form within this time are one press. */
const doublePressMs = 700;

type SubmitOptions = {
  kind: Kind;
  values: FormValues;
  isPublic: boolean;
  account: Account;
  setValues: (values: FormValues) => void;
};

type Submit = {
  problems: readonly InputProblem[];
  /** What the server named instead of our own price, for these values. */
  namedCredits: number | undefined;
  /** Sends the form, or says what is missing; true when it was sent. */
  submit: () => boolean;
  forgetProblems: () => void;
};

export function useSubmit({ kind, values, isPublic, account, setValues }: SubmitOptions): Submit {
  const [problems, setProblems] = useState<readonly InputProblem[]>([]);
  const [named, setNamed] = useState<{ values: FormValues; costCredits: number }>();
  const lastPress = useRef({ values, atMs: Number.NEGATIVE_INFINITY });
  const namedCredits = named?.values === values ? named.costCredits : undefined;

  const send = (input: KindInput, expectedCredits: number) => {
    submitGeneration({ kind, input, isPublic, expectedCredits }).catch((error: unknown) => {
      const isRepriced = error instanceof ApiError && error.code === 'price_changed';
      if (isRepriced) setNamed({ values, costCredits: error.figure('cost') ?? expectedCredits });
      const sendFor = (costCredits: number) => send(input, costCredits);
      setProblems(handleRefusal(error, { kind, input, expectedCredits, sendFor, onApply: setValues }));
    });
  };
  const submit = () => {
    const parsed = parseInput(kind, values);
    setProblems(parsed.ok ? [] : parsed.issues);
    if (!parsed.ok) return false;
    const { input } = parsed;
    const costCredits = namedCredits ?? kind.price(input).costCredits;
    const obstacle = findObstacle(account, costCredits, { kind, input, onApply: setValues });
    if (obstacle) {
      openDialog(obstacle);
      return false;
    }
    const isSecondOfTwo =
      lastPress.current.values === values && performance.now() - lastPress.current.atMs < doublePressMs;
    if (isSecondOfTwo) return false;
    lastPress.current = { values, atMs: performance.now() };
    send(input, costCredits);
    return true;
  };
  return { problems, namedCredits, submit, forgetProblems: () => setProblems([]) };
}
