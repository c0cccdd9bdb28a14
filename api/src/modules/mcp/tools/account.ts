import type { UserInfo } from '@atelier/contract';
import * as z from 'zod';
import { defineTool, reading, refuse, reply } from './tool.ts';

export const readAccount = defineTool({
  name: 'account',
  title: 'See credits and limits',
  description: 'Credits left and held, the line, and what this key may still spend.',
  input: z.object({}),
  hints: reading,
  async run({ callApi, publicUrl }) {
    const [user, line] = await Promise.all([
      callApi({ method: 'GET', path: '/api/user/info' }),
      callApi({ method: 'GET', path: '/api/line' }),
    ]);
    const refusal = [user, line].find(({ isOk }) => !isOk);
    if (refusal) return refuse(refusal);
    const { credits, user: own, key } = user.body as UserInfo;
    const { data, running, limits, is_paused } = line.body as { data: unknown[] } & Record<string, unknown>;
    return reply({
      credits: { left: credits.left_credits, held: credits.held_credits },
      is_locked: own.lock !== null,
      key,
      line: { running, waiting: data.length, limits, is_paused },
      buy_credits: `${publicUrl}/pricing`,
    });
  },
});
