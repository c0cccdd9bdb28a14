import { createFileRoute } from '@tanstack/react-router';
import { YouPage } from '#features/shell/you-page.tsx';

export const Route = createFileRoute('/you')({ component: YouPage });
