import { Component, type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';

type PartBoundaryProps = {
  /** Drawn in the place of a part that throws. */
  renderFailed: (retry: () => void, error: unknown) => ReactNode;
  onRetry?: () => void;
  children: ReactNode;
};

type Failure = { hasFailed: boolean; error?: unknown };

/** Keeps the rest of the page when something in it throws. */
export class PartBoundary extends Component<PartBoundaryProps, Failure> {
  override state: Failure = { hasFailed: false };

  static getDerivedStateFromError(error: unknown): Failure {
    return { hasFailed: true, error };
  }

  override render(): ReactNode {
    const { renderFailed, onRetry, children } = this.props;
    if (!this.state.hasFailed) return children;
    return renderFailed(() => {
      onRetry?.();
      this.setState({ hasFailed: false });
    }, this.state.error);
  }
}

export type FailedPartProps<Props> = { partProps: Props; error: unknown; onRetry: () => void };

/** A component that is there already needs no promise. */
export type LoadPart<Props> = () => Promise<ComponentType<Props>> | ComponentType<Props>;

export type LazyPart<Props> = (props: Props) => ReactNode;

/**
 * A component whose code loads when it is first drawn. If that fails, or drawing it does, `Failed` takes its place and the
 * rest of the page stays; React's own `lazy` would take the page down and never load it again.
 */
export function lazyPartWith<Props extends object>(
  load: LoadPart<Props>,
  Failed: ComponentType<FailedPartProps<Props>>,
): LazyPart<Props> {
  let isLoaded = false;
  const begin = () =>
    lazy(() => {
      const loading = load();
      const take = (component: ComponentType<Props>) => {
        isLoaded = true;
        return { default: component as ComponentType<object> };
      };
      if (loading instanceof Promise) return loading.then(take);
      // Known at once: a promise would draw the fallback first.
      const then = (onKnown: (taken: ReturnType<typeof take>) => void) => onKnown(take(loading));
      return { then } as Promise<ReturnType<typeof take>>;
    });
  let present = begin();
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => present);
    const again = () => {
      // Shared, so that a part that is drawn in many places loads once.
      if (!isLoaded && Part === present) present = begin();
      setPart(() => present);
    };
    return (
      <PartBoundary
        onRetry={again}
        renderFailed={(onRetry, error) => <Failed partProps={props} error={error} onRetry={onRetry} />}
      >
        {createElement(Part, props)}
      </PartBoundary>
    );
  };
}
