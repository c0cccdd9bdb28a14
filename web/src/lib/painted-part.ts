import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

const loading: Promise<unknown>[] = [];

/**
 * A lazy component that painted pages show as they open. It begins to load with the module that renders it, and the app
 * waits for it before it takes the place of such a page: what the document shows would vanish until it is there.
 */
export function lazyPainted<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  // Where pages are painted, the language of the messages is not known yet.
  const begun = import.meta.env.SSR ? undefined : load();
  if (begun) loading.push(begun);
  // A failure is the component's, which throws it when it is rendered.
  begun?.catch(() => undefined);
  return lazy(async () => ({ default: await (begun ?? load()) }));
}

/** Resolves when everything that the modules loaded so far need for a painted page is there, or has failed. */
export async function loadPaintedParts(): Promise<void> {
  await Promise.allSettled(loading);
}
