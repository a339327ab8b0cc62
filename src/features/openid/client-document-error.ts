import { AppError } from '../../platform/errors/app-error';
import { type DocumentProblem, documentRules } from './client-document';
import { openidReasons } from './openid.reasons';

/** The document of a client is not accepted. The page shows a developer the problem. */
export class ClientDocumentError extends AppError {
  constructor(readonly problem: DocumentProblem) {
    super('VALIDATION_FAILED', {
      fields: [{ field: 'clientId', msg: 'is a URL whose document is not accepted', rule: problem.rule }],
      reason: openidReasons['client document'],
    });
  }

  get sentence(): string {
    return documentRules[this.problem.rule];
  }
}
