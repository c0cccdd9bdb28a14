import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { useSidebar } from './sidebar-context.tsx';

function Stray() {
  useSidebar();
  return null;
}

describe('the sidebar', () => {
  it('raises an error outside its provider', () => {
    expect(() => renderToString(<Stray />)).toThrow('outside its provider');
  });
});
