const addresses = new Map<string, string>();

/** Remembers how a file that was just uploaded looks, so that it need not come back over the net to be seen. */
export function keepLocalPreview(url: string, previewUrl: string): void {
  addresses.set(url, previewUrl);
}

/** Where to show an uploaded file from: this machine when it was uploaded here, else its own address. */
export function previewAddressOf(url: string): string {
  return addresses.get(url) ?? url;
}
