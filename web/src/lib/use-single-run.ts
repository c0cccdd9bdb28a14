import { useRef, useState } from 'react';
import { readCode } from './api/api-error.ts';

type SingleRun = {
  isRunning: boolean;
  /** The error code of the last run, if it failed. */
  errorCode: string | undefined;
  run: (work: () => Promise<void>) => Promise<void>;
};

/** One run at a time: a second call during the first does nothing. `onFailed` is for failures shown as toasts. */
export function useSingleRun(onFailed?: (error: unknown) => void): SingleRun {
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
      setErrorCode(readCode(error));
      onFailed?.(error);
    } finally {
      isUnderWay.current = false;
      setRunning(false);
    }
  };
  return { isRunning, errorCode, run };
}
