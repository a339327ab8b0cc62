import { integer, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('sessions');

export const sessionsSettings = {
  sessionIdleTtlS: setting(
    'SESSION_IDLE_TTL',
    integer(60, 31_536_000).default(604_800),
    'How long a session lives without a refresh, in seconds (7 days).',
  ),
  sessionAbsoluteTtlS: setting(
    'SESSION_ABSOLUTE_TTL',
    integer(60, 31_536_000).default(2_592_000),
    'How long a session lives at most, in seconds (30 days).',
  ),
  refreshGraceS: setting(
    'REFRESH_GRACE',
    integer(0, 300).default(30),
    'How long a used refresh token returns the same new one, in seconds. Then it ends its session.',
  ),
  sessionsPerAccount: setting(
    'SESSIONS_PER_ACCOUNT',
    integer(1, 1000).default(100),
    'How many live sessions an account may have. A further login ends the least recently used one. Those of an application count on their own.',
  ),
};
