import FileSearch from 'lucide-react/icons/file-search';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#lib/store.ts';
import { pendingFiles } from '#product/drop/pending-files.ts';
import { usePageTitle } from '#product/page-title.ts';
import type { Credentials } from '#product/provenance/credentials.ts';
import { readCredentials } from '#product/provenance/read-credentials.ts';
import { verifyHere } from '#product/receipt/verify-here.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { CredentialsView } from './credentials-view.tsx';
import { ReceiptView } from './receipt-view.tsx';

/** `/verify`: what a file says of itself, and whether a receipt is in the ledger. For everyone, with nothing uploaded. */
export function VerifyPage() {
  const { t } = useTranslation('provenance');
  usePageTitle(t('title'), t('body'));
  const { verification, verify } = useVerification();
  const [isOver, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    verify(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field in it does the same by keyboard
    <div
      data-upload-field
      data-takes-files
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className="mx-auto w-full max-w-3xl flex-1 px-5 pt-6 pb-20 md:px-8"
    >
      <h1 className="text-2xl font-semibold tracking-tight">{t('title')}</h1>
      <p className="mt-3 max-w-2xl text-ink-soft text-pretty">{t('body')}</p>
      <p className="mt-1 max-w-2xl text-ink-soft text-pretty">{t('private')}</p>
      <div className="mt-6 grid">
        <FileField isOver={isOver} onFile={verify} />
      </div>
      {verification ? (
        <Result verification={verification} onRetry={() => verify(verification.file)} />
      ) : (
        <Explained />
      )}
    </div>
  );
}

/** The browser's file field, as large as the drop target. That of the forms would become a file of its own for them. */
function FileField({ isOver, onFile }: { isOver: boolean; onFile: (file: File) => void }) {
  const { t } = useTranslation('provenance');
  const rulesId = useId();
  return (
    <div
      className={classNames(
        'relative flex min-h-22 flex-col items-center justify-center gap-1 rounded-md border border-dashed p-3 text-center transition-colors duration-150',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        isOver ? 'border-accent-text bg-accent-soft' : 'border-line-strong bg-raised hover:bg-hover',
      )}
    >
      <FileSearch size={18} aria-hidden="true" className="text-ink-faint" />
      <span className="text-sm font-medium">{t('drop.title')}</span>
      <span id={rulesId} className="text-xs text-ink-faint">
        {t('drop.rules')}
      </span>
      <input
        type="file"
        aria-label={t('drop.label')}
        aria-describedby={rulesId}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file can be chosen again.
          target.value = '';
        }}
        className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
      />
    </div>
  );
}

type Verification = { file: File } & (
  | { step: 'reading' | 'failed' }
  | { step: 'credentials'; credentials: Credentials }
  | ({ step: 'receipt' } & Awaited<ReturnType<typeof verifyHere>>)
);

/** One file at a time: a newer one ends the reading of the one before. */
function useVerification() {
  const [verification, setVerification] = useState<Verification>();
  const reading = useRef<AbortController>(undefined);
  const { files: handed } = useStore(pendingFiles);
  const verify = (file: File) => {
    reading.current?.abort();
    const controller = new AbortController();
    reading.current = controller;
    setVerification({ file, step: 'reading' });
    read(file, controller.signal).then(
      (result) => {
        if (!controller.signal.aborted) setVerification(result);
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        console.warn('A file could not be verified', error);
        setVerification({ file, step: 'failed' });
      },
    );
  };
  // Dropped beside this page, on the menu for example.
  // biome-ignore lint/correctness/useExhaustiveDependencies: files are taken once, when they arrive
  useEffect(() => {
    const [file] = handed;
    if (!file) return;
    pendingFiles.set({ files: [] });
    verify(file);
  }, [handed]);
  useEffect(() => () => reading.current?.abort(), []);
  return { verification, verify };
}

async function read(file: File, signal: AbortSignal): Promise<Verification> {
  const isReceipt = file.type === 'application/json' || /\.json$/i.test(file.name);
  if (isReceipt) return { file, step: 'receipt', ...(await verifyHere(await file.text())) };
  return { file, step: 'credentials', credentials: await readCredentials(file, signal) };
}

function Result({ verification, onRetry }: { verification: Verification; onRetry: () => void }) {
  const { t } = useTranslation('provenance');
  const { file } = verification;
  return (
    <section aria-labelledby="result" className="mt-8">
      <h2 id="result" dir="auto" className="text-sm text-ink-faint wrap-anywhere">
        {file.name}
      </h2>
      {verification.step === 'reading' ? (
        <>
          <p role="status" className="mt-2 text-lg font-medium">
            {t('reading')}
          </p>
          <Skeleton className="mt-4 h-40" />
        </>
      ) : null}
      {verification.step === 'failed' ? (
        <div role="alert" className="mt-2">
          <p>{t('failed')}</p>
          <Button className="mt-3" onClick={onRetry}>
            {t('retry')}
          </Button>
        </div>
      ) : null}
      {verification.step === 'credentials' ? (
        <CredentialsView file={file} credentials={verification.credentials} />
      ) : null}
      {verification.step === 'receipt' ? <ReceiptView {...verification} /> : null}
    </section>
  );
}

function Explained() {
  const { t } = useTranslation('provenance');
  return (
    <section aria-labelledby="explained" className="mt-12 max-w-2xl text-sm">
      <h2 id="explained" className="text-base font-medium">
        {t('notes.title')}
      </h2>
      <ul className="mt-2 grid gap-1.5 text-ink-soft">
        {(['credentials', 'missing', 'certificate', 'receipt'] as const).map((note) => (
          <li key={note}>{t(`notes.${note}`)}</li>
        ))}
      </ul>
    </section>
  );
}
