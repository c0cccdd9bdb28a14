import { fileURLToPath } from 'node:url';
import { AppError } from '@atelier/contract';
import { createChildCaller } from '../child-caller.ts';
import { readChain, type SigningCredentials } from './cose-sign1.ts';
import type { SignedFile, SignRequest } from './sign-file.ts';

/** Outcomes for a file: `failed` is a fault of our own, the others are by rule. */
export const signingOutcomes = ['signed', 'unsupported', 'too_large', 'failed'] as const;
export type SigningOutcome = (typeof signingOutcomes)[number];

export type FileSigner = {
  /**
   * Writes the file at `inputPath` to `outputPath` with signed content credentials. Undefined when it stays unsigned,
   * for whatever reason: a result is never lost over its signature. Throws only `unavailable`, when the signer is
   * closed.
   */
  sign(
    request: SignRequest,
    options?: { timeoutMs?: number },
  ): Promise<{ bytes: number; sha256: Buffer } | undefined>;
  /** Files since the start, by outcome. */
  counts: Readonly<Record<SigningOutcome, number>>;
  /** When the certificate ends. */
  validTo: Date;
  /** Starts the process now, so that the first file does not wait for it. */
  warm(): void;
  close(): Promise<void>;
};

const defaultTimeoutMs = 20_000;
/** The library's memory never shrinks, so after a large file its process is replaced. */
const largeBytes = 20_000_000;

type SignerOptions<Credentials> = {
  credentials: Credentials;
  /** Called for a file that should have been signed and was not. */
  onUnsigned: (outcome: SigningOutcome, error?: unknown) => void;
};

/** Signs files in a process of its own, one at a time. Returns undefined without credentials. */
export function createFileSigner(options: SignerOptions<SigningCredentials>): FileSigner;
export function createFileSigner(
  options: SignerOptions<SigningCredentials | undefined>,
): FileSigner | undefined;
export function createFileSigner({
  credentials,
  onUnsigned,
}: SignerOptions<SigningCredentials | undefined>): FileSigner | undefined {
  if (!credentials) return undefined;
  const child = createChildCaller({
    modulePath: fileURLToPath(new URL('./sign-process.ts', import.meta.url)),
    // Replaces the child after an error as well: where the library has panicked, it cannot be used again.
    isSpent: (answer) => !answer || ((answer as { bytes?: number }).bytes ?? 0) > largeBytes,
    env: {},
    toError: (failure, message) =>
      new AppError(failure === 'closed' ? 'unavailable' : 'internal_error', { cause: new Error(message) }),
  });
  const counts = { signed: 0, unsupported: 0, too_large: 0, failed: 0 };
  return {
    async sign(request, { timeoutMs = defaultTimeoutMs } = {}) {
      const answer = await callSign(request, timeoutMs).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'unavailable') throw error;
        return { isSigned: false, reason: 'failed', error } as const;
      });
      counts[answer.isSigned ? 'signed' : answer.reason] += 1;
      if (answer.isSigned) return { bytes: answer.bytes, sha256: Buffer.from(answer.sha256, 'hex') };
      if (answer.reason !== 'unsupported')
        onUnsigned(answer.reason, 'error' in answer ? answer.error : undefined);
      return undefined;
    },
    counts,
    validTo: findEnd(credentials),
    warm: () => child.warm(),
    close: () => child.close(),
  };

  async function callSign(request: SignRequest, timeoutMs: number): Promise<SignedFile> {
    return (await child.call('sign', { ...request, credentials }, timeoutMs)) as SignedFile;
  }
}

/** The first certificate of the chain that ends. */
function findEnd({ certificates }: SigningCredentials): Date {
  return new Date(Math.min(...readChain(certificates).map(({ validTo }) => Date.parse(validTo))));
}
