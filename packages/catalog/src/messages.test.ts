import { describe, expect, it } from 'vitest';
import { formatMessage, type InputMessageCode, inputIssue, inputMessages } from './index.ts';

const codes = Object.keys(inputMessages) as InputMessageCode[];

describe('sentences about wrong values', () => {
  it('are one per code, and the codes are snake_case', () => {
    expect(new Set(Object.values(inputMessages)).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
  });

  it('are filled with their parameters, and leave a place that has none visible', () => {
    expect(formatMessage('guidance_scale_range', { min: 1, max: 20 })).toBe(
      'Guidance scale must be between 1 and 20',
    );
    expect(formatMessage('guidance_scale_range', { min: 0 })).toBe(
      'Guidance scale must be between 0 and {max}',
    );
  });

  it('never take a parameter for a pattern', () => {
    const { message } = inputIssue('resolution', 'option_not_supported', {
      value: '$&{options}',
      options: 'a',
    });
    expect(message).toBe('$&{options} is not available here; choose one of: a');
  });
});
