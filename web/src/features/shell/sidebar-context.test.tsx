import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { useSidebar } from './sidebar-context.tsx';

function Orphan() {
  useSidebar();
  return null;
}

describe('useSidebar', () => {
  it('throws outside its provider', () => {
    expect(() => renderToString(<Orphan />)).toThrow('outside its provider');
  });
});
