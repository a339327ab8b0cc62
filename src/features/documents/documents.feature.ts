import type { Feature } from '../../feature';
import * as documents from './documents.operations';

export const documentsFeature = {
  operations: [documents],
} satisfies Feature;
