import { Counter, Gauge, type Registry } from 'prom-client';

type Signer = { counts: Readonly<Record<string, number>>; validTo: Date };

/** Counts the files that this process signs, and how long its certificate is valid. Adds nothing without a signer. */
export function addSigningMetrics(registry: Registry, signer: Signer | undefined): void {
  if (!signer) return;
  const registers = [registry];
  new Counter({
    name: 'atelier_files_signed_total',
    help: 'Files by what became of their content credentials: signed, unsupported, too_large, failed',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(signer.counts)) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: 'atelier_signing_certificate_seconds',
    help: 'Seconds until the certificate ends that signs content credentials',
    registers,
    collect() {
      this.set((signer.validTo.getTime() - Date.now()) / 1_000);
    },
  });
}
