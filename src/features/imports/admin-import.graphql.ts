import { Ctx, Field, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { EnvelopeType, FieldProblemType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf, inputEnum } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import type { AdminImportService, ImportReport } from './admin-import.service';
import { importReportDescriptions, leftOutOutcomes, leftOutDescriptions as text } from './descriptions';
import type { LeftOutLine } from './import-outcome';
import { importUsers } from './imports.operations';

const LeftOutOutcomeEnum = inputEnum('LeftOutOutcome', 'Why a line becomes no account.', leftOutOutcomes);

@ObjectType('LeftOutLine', { description: 'A line that became no account. It has no value of the line.' })
export class LeftOutLineType {
  @Field(() => Int, { description: text.line })
  line!: number;

  @Field(() => Int, { nullable: true, description: text.record })
  record!: number | null;

  @Field(() => LeftOutOutcomeEnum, { description: text.outcome })
  outcome!: LeftOutLine['outcome'];

  @Field(() => [FieldProblemType], { description: text.errors })
  errors!: readonly FieldProblemType[];
}

@ObjectType('ImportUsersResult', { description: 'What became of the lines.' })
export class ImportReportType {
  @Field(() => Int, { description: importReportDescriptions.total })
  total!: number;

  @Field(() => Int, { description: importReportDescriptions.imported })
  imported!: number;

  @Field(() => Int, { description: importReportDescriptions.alreadyThere })
  alreadyThere!: number;

  @Field(() => Int, { description: importReportDescriptions.conflicts })
  conflicts!: number;

  @Field(() => Int, { description: importReportDescriptions.rejected })
  rejected!: number;

  @Field(() => [LeftOutLineType], { description: importReportDescriptions.leftOut })
  leftOut!: LeftOutLineType[];
}

@ObjectType({ implements: EnvelopeType, description: 'The result of `importUsers`.' })
export class ImportUsersPayload extends EnvelopeType {
  @Field(() => ImportReportType, { nullable: true, description: resultDescription })
  result!: ImportReportType | null;
}

@Resolver()
export class AdminImportResolver {
  constructor(private readonly imports: AdminImportService) {}

  @Mutation(() => ImportUsersPayload, options(importUsers))
  async importUsers(
    @InputOf(importUsers, 'The people to import.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ImportUsersPayload> {
    const result = toReportType(await this.imports.importUsers(input, request));
    return { success: true, msg: importUsers.message, error: null, result };
  }
}

const toReportType = ({ total, imported, alreadyThere, conflicts, rejected, leftOut }: ImportReport) => ({
  total,
  imported,
  alreadyThere,
  conflicts,
  rejected,
  leftOut: leftOut.map(toLeftOutType),
});

const toLeftOutType = ({ line, element, outcome, errors }: LeftOutLine): LeftOutLineType => ({
  line,
  record: element,
  outcome,
  errors,
});
