import { describe, expect, it } from 'vitest';
import { fillPath } from './request.ts';

describe('the address of a call', () => {
  it('has its parameters in place of the braces, escaped', () => {
    expect(fillPath('/api/generations/{id}/cancel', { id: 'a/b ?' })).toBe(
      '/api/generations/a%2Fb%20%3F/cancel',
    );
  });

  it('has a query without undefined values, with lists repeated', () => {
    const query = { page: 2, search: 'a&b 雨', model: undefined, tags: ['sea', 'red, blue'] };
    expect(fillPath('/api/x', {}, query)).toBe(
      '/api/x?page=2&search=a%26b+%E9%9B%A8&tags=sea&tags=red%2C+blue',
    );
    expect(fillPath('/api/x', {}, { page: undefined })).toBe('/api/x');
  });
});
