import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestUser } from '../testing/start-test-api.ts';

const api = await startTestApi();
let user: TestUser;
beforeAll(async () => {
  user = await api.user();
});
afterAll(() => api.close());

type Refusal = { error: string; message: string; code: string; issues: { path: string; message: string }[] };
const toRefusal = async (address: string) => {
  const reply = await user.get(address);
  expect(reply.status).toBe(400);
  return reply.body as Refusal;
};

describe('a wrong query', () => {
  const video = '/api/video-generation/history';
  const image = '/api/image-generation/history';

  it.each([
    [`${video}?page=abc`, 'page', 'page must be a whole number from 1 to 1000000'],
    [`${video}?page=1.5`, 'page', 'page must be a whole number from 1 to 1000000'],
    [`${video}?page=-1.5`, 'page', 'page must be a whole number from 1 to 1000000'],
    [`${video}?pageSize=101`, 'pageSize', 'pageSize must be a whole number from 1 to 100'],
    [
      `${video}?search=${'x'.repeat(201)}`,
      'search',
      'search must be text of at most 200 characters, given once',
    ],
    [`${video}?search=a&search=b`, 'search', 'search must be text of at most 200 characters, given once'],
    [`${video}?search=%00`, 'search', 'search: Text contains characters that cannot be stored'],
    [`${image}?onlyFavorites=1`, 'onlyFavorites', 'onlyFavorites must be one of: true, false'],
    [`${image}?tags=`, 'tags', 'tags must be text of 1 to 40 characters or up to 10 of these'],
    [
      `${image}?dateStart=yesterday`,
      'dateStart',
      'dateStart must be a date, such as 2026-03-01 or a date and time with an offset, such as 2026-03-01T08:00:00Z',
    ],
    ['/api/generations?medium=smell', 'medium', 'medium must be one of: video, image, audio, text'],
    ['/api/audio-generation/status', 'record_id', 'record_id is required and must be a UUID'],
    ['/api/image-understanding/status?job_id=1', 'job_id', 'job_id must be a UUID'],
    ['/api/library?sort=credits', 'sort', 'sort needs a page: only pages are sorted'],
    [
      '/api/library?before=0190a3e0-1111-7000-8000-000000000009',
      'before',
      'before is not a cursor of this list',
    ],
    ['/api/library/days?zone=Mars', 'zone', 'zone is not a time zone'],
    ['/api/credits/spending?timeZone=Mars', 'timeZone', 'timeZone is not a time zone'],
  ])('says at %s what %s may be', async (address, path, message) => {
    const sentence = `The query is not valid: ${message}`;
    expect(await toRefusal(address)).toMatchObject({
      error: sentence,
      message: sentence,
      code: 'invalid_query',
      issues: [{ path, message }],
    });
  });

  it('names every wrong parameter', async () => {
    const { message, issues } = await toRefusal(`${video}?page=x&pageSize=0`);
    expect(issues.map(({ path }) => path)).toEqual(['page', 'pageSize']);
    for (const issue of issues) expect(message).toContain(issue.message);
  });

  it('is reported in fal’s shape by the proxy', async () => {
    const reply = await user.get(`/api/wan/fal/proxy/fal-ai/wan-t2v/requests/${user.userId}/status?logs=yes`);
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { detail: 'The query is not valid: logs must be one of: 0, 1', error_type: 'bad_request' },
    ]);
  });
});

it('says of an id in the path what it must be', async () => {
  expect(await toRefusal('/api/generations/none')).toMatchObject({
    message: 'This is not a valid id',
    code: 'invalid_id',
    issues: [{ path: 'id', message: 'id must be a UUID' }],
  });
});
