import { AppError } from '../../platform/errors/app-error';
import type { DocumentProblem } from './client-document';
import { openidReasons } from './openid.reasons';

/** The document of a client is not accepted. The page shows a developer the problem. */
export class ClientDocumentError extends AppError {
  /** @param sentence the rule */
  constructor(
    readonly problem: DocumentProblem,
    readonly sentence: string,
  ) {
    super('VALIDATION_FAILED', {
      fields: [{ field: 'clientId', msg: 'is a URL whose document is not accepted', rule: problem.rule }],
      reason: openidReasons['client document'],
    });
  }

  /** What the audit gets. */
  get audited(): { host: string; rule: string; found: string | null } {
    const { url, rule, found } = this.problem;
    return { host: URL.canParse(url) ? new URL(url).host : '', rule, found };
  }
}
