import { integer, settingsOn } from '../config/setting';

const setting = settingsOn('audit');

export const auditSettings = {
  auditRetentionDays: setting(
    'AUDIT_RETENTION',
    integer(1, 3650).default(90),
    'How many days the rows of the audit are kept.',
  ),
};
