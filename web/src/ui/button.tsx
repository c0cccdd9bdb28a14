import type { ComponentProps } from 'react';
import { type ButtonLook, type ButtonSize, buttonLook } from './button-look.ts';

type ButtonProps = ComponentProps<'button'> & { look?: ButtonLook; size?: ButtonSize };

export function Button({ look, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonLook(look, size, className)} {...rest} />;
}
