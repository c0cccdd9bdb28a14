import { expect, it } from 'vitest';
import { describeIssuer } from './routes.ts';

it('the way of signing in is named by the issuer', () => {
  const ways = {
    'https://accounts.google.com': 'google',
    'https://login.example.com/realms/studio': 'openid',
    'https://accounts.google.com.example.com': 'openid',
    'http://localhost:3201': 'local',
    'http://127.0.0.1:3201': 'local',
    'http://[::1]:3201': 'local',
  };
  for (const [issuer, way] of Object.entries(ways)) expect(describeIssuer(issuer)).toEqual({ way, issuer });
});
