import { Directive } from 'type-graphql';
import { objectTypeOf } from '../../platform/graphql/answer-type';
import { organizationRecord } from './membership.answers';

export const OrganizationType = objectTypeOf(organizationRecord);
Directive('@key(fields: "id")')(OrganizationType);
