import type { Kind } from '@atelier/catalog';
import { useEffect } from 'react';
import { isFitting } from './find-file-problem.ts';

type DropOptions = {
  kind: Kind;
  isFull: (field: string) => boolean;
  add: (field: string, files: readonly File[]) => void;
};

/**
 * Files that are pasted or dropped anywhere on the page go to the field under the pointer or with the focus, else to
 * the first that takes their type and still has room. A file dropped beside a field never replaces the page.
 */
export function useDroppedFiles({ kind, isFull, add }: DropOptions): void {
  useEffect(() => {
    const fields = Object.entries(kind.fields).flatMap(([name, { widget }]) =>
      widget.type === 'upload' ? [{ name, accept: widget.accept }] : [],
    );
    if (fields.length === 0) return;
    const take = (event: Event, transfer: DataTransfer | null) => {
      const files = [...(transfer?.files ?? [])];
      const [first] = files;
      if (!first || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      const target = event.target instanceof Element ? event.target.closest('[data-upload-field]') : null;
      const aimed = target?.getAttribute('data-upload-field');
      const fitting = fields.filter(({ accept }) => isFitting(first, accept));
      const field = aimed ?? (fitting.find(({ name }) => !isFull(name)) ?? fitting[0] ?? fields[0])?.name;
      if (field) add(field, files);
    };
    const onPaste = (event: ClipboardEvent) => take(event, event.clipboardData);
    const onDrop = (event: DragEvent) => take(event, event.dataTransfer);
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    document.addEventListener('paste', onPaste);
    document.addEventListener('drop', onDrop);
    document.addEventListener('dragover', onDragOver);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('dragover', onDragOver);
    };
  }, [kind, isFull, add]);
}
