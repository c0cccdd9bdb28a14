import { spawn } from 'node:child_process';
import type { Check } from './check.ts';

/** A check that is a program run by this Node: it passes when the program ends with 0, and says nothing then. */
export function commandCheck(name: string, args: string[]): Check {
  return {
    name,
    findProblems: (root) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
        const output: Buffer[] = [];
        child.stdout.on('data', (chunk) => output.push(chunk));
        child.stderr.on('data', (chunk) => output.push(chunk));
        child.once('error', reject);
        child.once('close', (code, signal) => {
          const text = Buffer.concat(output).toString('utf8').trim();
          resolve(code === 0 ? [] : [text || `ended with ${code ?? signal} and said nothing`]);
        });
      }),
  };
}
