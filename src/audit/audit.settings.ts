import { integer, setting } from '../config/setting';

export const auditSettings = {
  auditRetentionDays: setting('AUDIT_RETENTION', integer(1, 3650).default(90), 'for how many days the audit is kept'),
};
