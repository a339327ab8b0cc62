import type { Feature } from '../../platform/feature';
import * as documents from './documents.operations';

export const documentsFeature = {
  operations: [documents],
} satisfies Feature;
