import { integer, setting } from '../config/setting';

export const sessionsSettings = {
  sessionIdleTtlS: setting(
    'SESSION_IDLE_TTL',
    integer(60, 31_536_000).default(604_800),
    'after how many seconds without a refresh a session ends',
  ),
  sessionAbsoluteTtlS: setting(
    'SESSION_ABSOLUTE_TTL',
    integer(60, 31_536_000).default(2_592_000),
    'after how many seconds a session ends, refreshed or not',
  ),
  refreshGraceS: setting(
    'REFRESH_GRACE',
    integer(0, 300).default(30),
    'for how many seconds a used refresh token returns the same successor again',
  ),
  sessionsPerAccount: setting(
    'SESSIONS_PER_ACCOUNT',
    integer(1, 1000).default(100),
    'how many sessions an account may have; a further login ends the least recently used one',
  ),
};
