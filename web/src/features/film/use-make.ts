import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, readCode } from '#lib/api/api-error.ts';
import { request } from '#lib/api/request.ts';
import { newRequestId } from '#lib/new-request-id.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { findRefusalDialog, isExplained } from '#product/dialogs/refusal-dialog.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { joinFilm } from './film-data.ts';
import type { FilmParts } from './use-film.ts';

/** `shots` undefined: all that are missing. */
export type Asked = { shots?: string[] | undefined; credits: number };

export type Making = {
  isRunning: boolean;
  make: (asked: Asked) => void;
  join: () => void;
  /** Sentence about the budget that a press would have exceeded, until the budget is another. */
  overBudget: string | undefined;
};

/** Makes shots at the price that was shown, of what is saved; at any other the server refuses, and a dialog asks. */
export function useMake({ film, saver, show, refresh }: FilmParts): Making {
  const { t } = useTranslation('film');
  const { isRunning, run } = useSingleRun(showErrorToast);
  const [overBudget, setOverBudget] = useState<{ budget: number; text: string }>();
  /** A press after a lost reply makes the same once. */
  const sent = useRef<{ key: string; requestId: string }>(undefined);
  const params = { id: film.id };

  const send = async ({ shots, credits }: Asked): Promise<void> => {
    const key = JSON.stringify([saver.revision, shots, credits]);
    if (sent.current?.key !== key) sent.current = { key, requestId: newRequestId() };
    const body = {
      revision: saver.revision,
      shots,
      request_id: sent.current.requestId,
      expected_cost: credits,
    };
    const reply = await request('POST /api/films/{id}/make', { params, body });
    sent.current = undefined;
    if (reply.film) show(reply.film);
  };

  const answerRefusal = (error: unknown, asked: Asked) => {
    if (readCode(error) !== 'network_error') sent.current = undefined;
    if (!(error instanceof ApiError)) throw error;
    refresh();
    if (error.code === 'film_over_budget') {
      const figure = (name: string) => error.figure(name) ?? 0;
      const budget = figure('budget');
      const text = t('make.overBudget', { budget, spent: figure('spent'), required: figure('required') });
      setOverBudget({ budget, text });
      return;
    }
    const dialog =
      isExplained(error) &&
      findRefusalDialog(error, {
        expectedCredits: asked.credits,
        sendFor: (credits) => make({ ...asked, credits }),
      });
    if (!dialog) throw error;
    openDialog(dialog);
    void refreshAccount();
  };

  const make = (asked: Asked) =>
    void run(async () => {
      setOverBudget(undefined);
      if (!(await saver.flush())) return;
      await send(asked).catch((error: unknown) => answerRefusal(error, asked));
    });

  const join = () =>
    void run(async () => {
      if (await saver.flush()) show(await joinFilm(film.id));
    });
  const isStillOver = overBudget?.budget === film.document.budget_credits;
  return { isRunning, make, join, overBudget: isStillOver ? overBudget?.text : undefined };
}
