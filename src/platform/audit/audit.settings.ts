import { integer, settingsOn } from '../config/setting';

const setting = settingsOn('audit');

export const auditSettings = {
  auditRetentionDays: setting(
    'AUDIT_RETENTION',
    integer(1, 3650).default(90),
    'The number of days that the rows of the audit are kept.',
  ),
};
