import { Directive, Field, ObjectType } from 'type-graphql';

// Other subgraphs with pages have a type of this name.
@Directive('@shareable')
@ObjectType('PageInfo', { description: 'Whether there are other pages, and the cursors of this page.' })
export class PageInfoType {
  @Field(() => Boolean, {
    description: 'Whether there are more entries after this page. The client then sends `endCursor` as `after`.',
  })
  hasNextPage!: boolean;

  @Field(() => Boolean, {
    description: 'Whether this page is not the first page. It is true if the request had the argument `after`.',
  })
  hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The cursor of the first entry of this page. Null if the page is empty.',
  })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The cursor of the end of this page, after its last entry. The client sends it as `after` to get the next page. Null if the page is empty and there is no next page.',
  })
  endCursor!: string | null;
}
