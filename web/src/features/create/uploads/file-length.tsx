import type { Kind } from '@atelier/catalog';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format.ts';
import { toPreviewAddress } from '#product/uploads/upload-board.ts';
import { type FormValues, isFilled } from '../form-values.ts';
import { findLimit, limitName, listTimedFields } from './limit-by-length.ts';

type FileLengthProps = {
  kind: Kind;
  values: FormValues;
  name: string;
  onChange: (name: string, value: unknown) => void;
};

/**
 * Chooses the length that is paid for by the longest file, once per set of files, and says so below the first of them. A
 * file whose length the browser cannot read is measured by the server alone.
 */
export function FileLength({ kind, values, name, onChange }: FileLengthProps) {
  const { t } = useTranslation('create');
  const fields = listTimedFields(kind).filter((field) => isFilled(values[field]));
  const isFirst = fields[0] === name;
  const addresses = isFirst ? fields.map((field) => String(values[field])) : [];
  const seconds = useLongest(addresses);
  const limit = seconds === undefined ? undefined : findLimit(kind, seconds);
  const limitSeconds = limit?.seconds;
  const files = addresses.join(' ');
  const chosenFor = useRef('');
  useEffect(() => {
    if (limitSeconds === undefined || chosenFor.current === files) return;
    chosenFor.current = files;
    onChange(limitName, limitSeconds);
  }, [limitSeconds, files, onChange]);
  if (seconds === undefined || limit === undefined) return null;
  const isShort = !limit.isEnough || Number(values[limitName]) < limit.seconds;
  const said = { length: formatClock(seconds), seconds: values[limitName] };
  return (
    <p
      role="status"
      className={
        isShort
          ? 'mt-2 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm text-warn-text'
          : 'mt-2 text-sm text-ink-soft'
      }
    >
      {t(isShort ? 'fileTooLong' : 'fileLength', said)}
    </p>
  );
}

/** The seconds of the longest file; undefined until all have loaded, and when the browser reads none of them. */
function useLongest(addresses: readonly string[]): number | undefined {
  const [known, setKnown] = useState<{ files: string; seconds: number | undefined }>();
  const files = addresses.join(' ');
  useEffect(() => {
    let isGone = false;
    const measure = async () => {
      const lengths = await Promise.all(files.split(' ').map(readSeconds));
      const read = lengths.filter((length) => length !== undefined);
      if (!isGone) setKnown({ files, seconds: read.length > 0 ? Math.max(...read) : undefined });
    };
    if (files !== '') void measure();
    return () => {
      isGone = true;
    };
  }, [files]);
  return known?.files === files ? known.seconds : undefined;
}

/** A video element reads sounds as well. */
function readSeconds(address: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const media = document.createElement('video');
    media.preload = 'metadata';
    media.onloadedmetadata = () => resolve(Number.isFinite(media.duration) ? media.duration : undefined);
    media.onerror = () => resolve(undefined);
    media.src = toPreviewAddress(address);
  });
}
