import { endReasons } from '../../platform/errors/session-end';

export const installationEnds = endReasons.define({
  restored: { means: 'A backup was restored, and `gatehouse after-restore` ended all sessions.' },
});
