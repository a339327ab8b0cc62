import { Field, Int, ObjectType } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time';
import { accountFigureDescriptions, barDescriptions, figureDescriptions, labelDescriptions } from './descriptions';
import type { Figures } from './figures';

@ObjectType('LabelCount', { description: 'How often something with this label happened.' })
export class LabelCountType {
  @Field(() => String, { description: labelDescriptions.label })
  label!: string;

  @Field(() => Int, { description: labelDescriptions.count })
  count!: number;
}

@ObjectType('FigureBar', { description: 'What happened in some hours.' })
export class FigureBarType {
  @Field(() => DateTime, { description: barDescriptions.startTs })
  startTs!: Date;

  @Field(() => [LabelCountType], { description: barDescriptions.signIns })
  signIns!: LabelCountType[];

  @Field(() => [LabelCountType], { description: barDescriptions.rejected })
  rejected!: LabelCountType[];

  @Field(() => Int, { description: barDescriptions.newAccounts })
  newAccounts!: number;
}

@ObjectType('AccountFigures', { description: 'How many accounts there are.' })
export class AccountFiguresType {
  @Field(() => Int, { description: accountFigureDescriptions.total })
  total!: number;

  @Field(() => Int, { description: accountFigureDescriptions.active })
  active!: number;

  @Field(() => Int, { description: accountFigureDescriptions.verified })
  verified!: number;

  @Field(() => Int, { description: accountFigureDescriptions.twoStep })
  twoStep!: number;

  @Field(() => Int, { description: accountFigureDescriptions.passkey })
  passkey!: number;

  @Field(() => DateTime, { description: accountFigureDescriptions.countedTs })
  countedTs!: Date;
}

@ObjectType('Figures', { description: 'What happened, and how many accounts there are.' })
export class FiguresType {
  @Field(() => String, { description: figureDescriptions.range })
  range!: string;

  @Field(() => [FigureBarType], { description: figureDescriptions.bars })
  bars!: FigureBarType[];

  @Field(() => DateTime, { nullable: true, description: figureDescriptions.sinceTs })
  sinceTs!: Date | null;

  @Field(() => DateTime, { nullable: true, description: figureDescriptions.countedTs })
  countedTs!: Date | null;

  @Field(() => AccountFiguresType, { nullable: true, description: figureDescriptions.accounts })
  accounts!: AccountFiguresType | null;
}

/** The types have the fields of the figures, and GraphQL returns no others. */
export const toFiguresType = ({ range, bars, sinceTs, countedTs, accounts }: Figures): FiguresType => ({
  range,
  bars,
  sinceTs,
  countedTs,
  accounts,
});
