import type { Feature } from '../../feature';
import * as emailChange from './email-change.operations';
import { EmailChangeStore } from './email-change.store';
import { emailChangeTables } from './email-change.tables';
import { emailChangeCleanUp } from './email-change-clean-up';

export const emailChangeFeature = {
  operations: [emailChange],
  stores: { emailChanges: EmailChangeStore },
  cleanUp: emailChangeCleanUp,
  tables: emailChangeTables,
} satisfies Feature;
