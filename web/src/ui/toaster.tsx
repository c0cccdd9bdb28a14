import type { CSSProperties } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';

type ToastTone = 'info' | 'success' | 'error';

type ToastAction = { label: string; onPress: () => void };

export type ToastOptions = {
  tone?: ToastTone;
  action?: ToastAction;
  /** The address of a small picture, in place of the sign of the tone. */
  picture?: string;
  /** Reports an event that is kept elsewhere: the first to go when there is no room for all. */
  givesWay?: boolean;
  /** 5,000 by default. */
  durationMs?: number;
  onClose?: () => void;
};

let isMounted: Promise<void> | undefined;

/** Mounts the toaster once; resolves to the function that shows a toast. */
export async function mountToaster(): Promise<(text: string, options: ToastOptions) => () => void> {
  isMounted ??= mount();
  await isMounted;
  return show;
}

/** Outranks that of the library, which is hardly seen. Not in the style sheet of every page, most of which show no toast. */
const focusMark =
  '[data-sonner-toast]:focus-visible { outline: 2px solid var(--color-accent-text) !important; }';

function mount(): Promise<void> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(focusMark);
  document.adoptedStyleSheets.push(sheet);
  const host = document.createElement('div');
  document.body.append(host);
  return new Promise((resolve) => {
    createRoot(host).render(<Mounted onMounted={resolve} />);
  });
}

const width: CSSProperties & { '--width': string } = { '--width': 'min(22.25rem, 100vw - 2rem)' };

function Mounted({ onMounted }: { onMounted: () => void }) {
  return (
    <div ref={() => onMounted()}>
      <Toaster
        position="top-center"
        // A toast that lay upon another would cover its action.
        expand
        visibleToasts={maxOpen}
        duration={5000}
        // The library has a font of its own, and a width that does not follow the size of text.
        style={{ fontFamily: 'inherit', ...width }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast:
              'flex w-full items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-sm text-ink shadow-float',
            content: 'flex-1',
            actionButton: 'shrink-0 rounded-sm px-2 py-1 font-medium text-accent-text hover:bg-hover',
            error: 'border-danger-text',
            success: 'border-ok-text',
          },
        }}
      />
    </div>
  );
}

function Picture({ src }: { src: string }) {
  return (
    <img src={src} alt="" width={64} height={40} className="h-10 w-16 rounded-sm bg-stage object-cover" />
  );
}

type OpenToast = { id: string | number; givesWay: boolean };

const maxOpen = 3;
let open: readonly OpenToast[] = [];

function show(
  text: string,
  { tone = 'info', action, picture, givesWay = false, durationMs, onClose }: ToastOptions,
): () => void {
  const onEnd = ({ id }: { id: string | number }) => {
    open = open.filter((each) => each.id !== id);
    onClose?.();
  };
  const id = toast[tone](text, {
    duration: durationMs,
    // It says what one has just done: the next press is for what it lies on.
    className: tone === 'success' && !action ? 'pointer-events-none' : undefined,
    icon: picture && <Picture src={picture} />,
    action: action && { label: action.label, onClick: action.onPress },
    onDismiss: onEnd,
    onAutoClose: onEnd,
  });
  const earlier = open;
  open = [...open, { id, givesWay }];
  // Their time stands still while the window is hidden.
  if (open.length > maxOpen) toast.dismiss((earlier.find((each) => each.givesWay) ?? earlier[0])?.id);
  return () => toast.dismiss(id);
}
