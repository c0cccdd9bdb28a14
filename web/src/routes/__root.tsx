import { createRootRoute } from '@tanstack/react-router';
import { AppShell } from '#features/shell/app-shell.tsx';

export const Route = createRootRoute({ component: AppShell });
