import type { Command } from '../command.ts';

export const account: Command = {
  usage: '',
  summary: 'Show credits, and what the key may still spend',
  async run({ connect, terminal }) {
    const { user, credits, key } = await (await connect()).account();
    const budget = (name: string, cap: number | null | undefined, spent: number | undefined) =>
      cap === null || cap === undefined ? [] : [`${name} budget of the key: ${spent ?? 0} of ${cap} spent`];
    terminal.print({ user, credits, key }, [
      user.email,
      `Credits: ${credits.left_credits} left, ${credits.held_credits} held`,
      ...budget('Daily', key?.daily_budget_credits, key?.spent_today_credits),
      ...budget('Total', key?.total_budget_credits, key?.spent_credits),
      ...(user.lock ? ['The account is locked: it starts nothing.'] : []),
    ]);
    return 'done';
  },
};
