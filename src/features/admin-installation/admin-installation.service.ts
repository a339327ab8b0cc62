import type { AdminOperations } from '../../accounts/admin-access/admin-access';
import type { KeyRing, ListedKey } from '../../accounts/tokens/key-ring';
import { readInput } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { Sentence } from '../../platform/runtime/sentence';
import type { Activity, ActivityHour } from './activity';
import { activity, figures, findings, signingKeys } from './admin-installation.operations';
import type { FigureStore } from './figure.store';
import { type Figures, readFigures } from './figures';

/** The result of one check of the installation. */
export interface InstallationFinding {
  check: string;
  verdict: 'ok' | 'warning' | 'failure' | 'skipped';
  /** One sentence. For a failure, also what to do. */
  says: string;
  /** The same, for the console in other languages. */
  sentence: Sentence;
}

/** Checks the installation, within the time of an operation. */
export type ExamineInstallation = () => Promise<readonly InstallationFinding[]>;

/** The state of the installation for super admins, for both APIs. */
export class AdminInstallationService {
  constructor(
    private readonly admin: AdminOperations,
    private readonly keys: Pick<KeyRing, 'list'>,
    private readonly examine: ExamineInstallation,
    private readonly counts: Pick<Activity, 'hours'>,
    private readonly figureNeeds: { store: FigureStore; clock: Clock },
  ) {}

  /** Returns what the checks of `doctor` find. */
  findings(context: RequestContext): Promise<readonly InstallationFinding[]> {
    return this.admin.read(findings, context, () => this.examine());
  }

  /** Returns the signing keys of each algorithm, the newest first, without their private halves. */
  signingKeys(context: RequestContext): Promise<ListedKey[]> {
    return this.admin.read(signingKeys, context, async () => this.keys.list());
  }

  /** Returns what happened in a range of time. */
  figures(input: unknown, context: RequestContext): Promise<Figures> {
    return this.admin.read(figures, context, () => {
      const { range } = readInput(figures, input, context);
      const { store, clock } = this.figureNeeds;
      return readFigures(store, range, clock());
    });
  }

  /** Returns what happened in each of the last 24 hours, the current hour last. */
  activity(context: RequestContext): Promise<ActivityHour[]> {
    return this.admin.read(activity, context, () => this.counts.hours());
  }
}
