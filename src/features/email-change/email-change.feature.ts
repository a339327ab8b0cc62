import { ownershipEnds } from '../../accounts/ownership/ownership.reasons';
import { EmailChangeStore } from '../../accounts/users/email-change.store';
import type { Feature } from '../../platform/feature';
import { emailChangeActions } from './email-change.audit';
import { changeMails } from './email-change.mails';
import * as emailChange from './email-change.operations';
import { changePurposes } from './email-change.purposes';
import { emailChangeEnds } from './email-change.reasons';
import { emailChangeTables } from './email-change.tables';
import { emailChangeCleanUp } from './email-change-clean-up';

export const emailChangeFeature = {
  operations: [emailChange],
  actions: [emailChangeActions],
  stores: { emailChanges: EmailChangeStore },
  cleanUp: emailChangeCleanUp,
  tables: emailChangeTables,
  purposes: changePurposes,
  mails: changeMails,
  ends: [emailChangeEnds, ownershipEnds],
} satisfies Feature;
