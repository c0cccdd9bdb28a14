import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { vi } from 'vitest';

/** Starts a server of another project, and resolves once it accepts connections at the port. */
export async function startProgram(
  program: string,
  args: readonly string[],
  port: number,
): Promise<{ stop(): Promise<void> }> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'close');
  await vi.waitFor(() => canConnect(port), { timeout: 20_000 });
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function canConnect(port: number): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
