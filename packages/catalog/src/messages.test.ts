import { describe, expect, it } from 'vitest';
import { describedIssue, formatMessage, type InputMessageCode, inputMessages } from './index.ts';

const codes = Object.keys(inputMessages) as InputMessageCode[];

describe('messages about wrong values', () => {
  it('are unique, and their codes are snake_case', () => {
    expect(new Set(Object.values(inputMessages)).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
  });

  it('have their placeholders filled in, except those without a parameter', () => {
    expect(formatMessage('guidance_scale_range', { min: 1, max: 20 })).toBe(
      'Guidance scale must be between 1 and 20',
    );
    expect(formatMessage('guidance_scale_range', { min: 0 })).toBe(
      'Guidance scale must be between 0 and {max}',
    );
  });

  it('insert parameters literally', () => {
    const { message } = describedIssue('resolution', 'option_not_supported', {
      value: '$&{options}',
      options: 'a',
    });
    expect(message).toBe('$&{options} is not available here; choose one of: a');
  });
});
