import CircleAlert from 'lucide-react/icons/circle-alert';
import { Button } from './button.tsx';

type ErrorStateProps = { title: string; text?: string; retryLabel: string; onRetry: () => void };

export function ErrorState({ title, text, retryLabel, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      <CircleAlert size={28} aria-hidden="true" className="mb-4 text-danger-text" />
      <p className="text-lg font-medium text-balance">{title}</p>
      {text ? <p className="mt-1.5 text-ink-soft text-pretty">{text}</p> : null}
      <Button className="mt-6" onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  );
}
