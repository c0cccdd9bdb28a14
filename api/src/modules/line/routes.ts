import type { Medium } from '@atelier/catalog';
import {
  type LineChangeReply,
  lineCancelBody,
  lineChangeReply,
  lineMoveBody,
  linePauseReply,
  lineReply,
  lineStopBody,
} from '@atelier/contract';
import { type LineRow, moveWaiting, readLine, setLinePaused, setStopAfter } from '@atelier/db';
import { endInLine, notifyLine, startWaitingGenerations } from '@atelier/generations';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';

const tags = ['line'];
const config = { keyScopes: ['generate' as const] };

/** The user's own line: what was accepted while as many as allowed have started. docs/reliability.md, "The line". */
export function lineRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/line',
    {
      config: { keyScopes: ['generate', 'read'], isFollowing: true },
      schema: {
        tags,
        summary: 'List your waiting generations, in the order in which they will start',
        response: { 200: lineReply },
      },
    },
    async (request) => {
      const line = await readLine(deps.db.pool, signedIn(request).userId);
      const { rows, running, is_line_paused: isPaused, debt, waiting_reason, revision } = line;
      const { LIMIT_RUNNING, LIMIT_WAITING } = deps.env;
      const limits = { running: LIMIT_RUNNING, waiting: LIMIT_WAITING };
      const state = { is_paused: isPaused, waiting_reason, debt_credits: debt, running, limits, revision };
      return { data: rows.map(toItem), ...state };
    },
  );

  orderRoutes(api, deps);
  pauseRoutes(api, deps);
}

function toItem(row: LineRow, index: number) {
  const { medium, created_at } = row;
  return {
    ...row,
    medium: medium as Medium,
    position: index + 1,
    created_at: created_at.toISOString(),
  };
}

function orderRoutes(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/line/move',
    {
      config,
      schema: {
        tags,
        summary: 'Move waiting generations before another one, or to the end of your line',
        body: lineMoveBody,
        response: { 200: lineChangeReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const moved = await moveWaiting(deps.db, { userId, ...request.body });
      if (moved.length > 0) notifyLine(deps, userId);
      return describeChange(request.body.ids, moved);
    },
  );

  api.post(
    '/api/line/cancel',
    {
      config,
      schema: {
        tags,
        summary: 'Cancel waiting generations, these or all; their credits are returned immediately',
        body: lineCancelBody,
        response: { 200: lineChangeReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const ids = 'ids' in request.body ? request.body.ids : 'all';
      const ended = await endInLine(deps, { userId, ids, status: 'cancelled', error: null });
      return describeChange(
        ids === 'all' ? [] : ids,
        ended.map(({ id }) => id),
      );
    },
  );
}

function pauseRoutes(api: Api, deps: RouteDeps): void {
  for (const isPaused of [true, false]) {
    api.post(
      `/api/line/${isPaused ? 'pause' : 'resume'}`,
      {
        config,
        schema: {
          tags,
          summary: isPaused
            ? 'Pause your line: waiting and new generations do not start'
            : 'Resume your line',
          response: { 200: linePauseReply },
        },
      },
      async (request) => {
        const { userId } = signedIn(request);
        if (await setLinePaused(deps.db.pool, userId, isPaused)) notifyLine(deps, userId);
        if (!isPaused) await startWaitingGenerations(deps, userId);
        return { is_paused: isPaused };
      },
    );
  }

  api.post(
    '/api/line/stop-after',
    {
      config,
      schema: {
        tags,
        summary: 'Pause your line after this generation has started, or no longer',
        body: lineStopBody,
        response: { 200: lineChangeReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { id, on: isOn } = request.body;
      const isChanged = await setStopAfter(deps.db, { userId, id, isOn });
      if (isChanged) notifyLine(deps, userId);
      return describeChange([id], isChanged ? [id] : []);
    },
  );
}

function describeChange(ids: readonly string[], changed: readonly string[]): LineChangeReply {
  const done = new Set(changed);
  return { changed: done.size, skipped: [...new Set(ids)].filter((id) => !done.has(id)) };
}
