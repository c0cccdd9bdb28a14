/** Downloads a text that the page holds as a file. */
export function saveTextFile(name: string, text: string, type = 'text/plain'): void {
  saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), name);
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveFile(url, name);
  // A download that has started keeps its own reference to the bytes.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Downloads what is at an address; `name` counts for this site's own files only. */
export function saveFile(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
