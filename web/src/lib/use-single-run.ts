import { useRef, useState } from 'react';
import { codeOf } from './api/api-error.ts';

type SingleRun = {
  isRunning: boolean;
  /** Of the last run, when it failed. */
  errorCode: string | undefined;
  run: (work: () => Promise<void>) => Promise<void>;
};

/** One run at a time: a second press while the first is under way does nothing. */
export function useSingleRun(): SingleRun {
  const isUnderWay = useRef(false);
  const [isRunning, setRunning] = useState(false);
  const [errorCode, setErrorCode] = useState<string>();
  const run = async (work: () => Promise<void>) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setRunning(true);
    setErrorCode(undefined);
    try {
      await work();
    } catch (error) {
      setErrorCode(codeOf(error));
    } finally {
      isUnderWay.current = false;
      setRunning(false);
    }
  };
  return { isRunning, errorCode, run };
}
