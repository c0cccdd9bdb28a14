import { expect } from 'vitest';

/** The envelope of every error; `error` and `message` are the same sentence. */
export function refusal(code: string, message: string, more: Record<string, unknown> = {}) {
  return { success: false, error: message, message, code, trace_id: expect.any(String), ...more };
}

export function issue(path: string, message: string) {
  return expect.objectContaining({ path, message });
}
