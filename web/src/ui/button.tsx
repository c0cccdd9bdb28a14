import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
type ButtonSize = 'sm' | 'md' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'bg-raised text-ink hover:bg-hover',
  ghost: 'text-ink-soft hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-on-accent hover:bg-danger-strong',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-8 pointer-coarse:min-h-11 gap-1.5 rounded-sm px-3 text-sm',
  md: 'min-h-10 pointer-coarse:min-h-11 gap-2 rounded-md px-4 text-base',
  lg: 'min-h-12 gap-2 rounded-md px-5 text-base',
};

/** The classes of a button, also for links styled as one. */
export function buttonVariants(
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  className?: string,
): string {
  return classNames(
    'inline-flex items-center justify-center font-medium transition-colors duration-150 select-none',
    'disabled:opacity-60 aria-busy:opacity-80',
    variants[variant],
    sizes[size],
    className,
  );
}

type ButtonProps = ComponentProps<'button'> & { variant?: ButtonVariant; size?: ButtonSize };

export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonVariants(variant, size, className)} {...rest} />;
}
