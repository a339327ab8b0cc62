import type { Platform } from '../../wiring/platform';
import { UserFieldsService } from '../users/user-fields.service';
import { ProfileService } from './profile.service';

export const profileModule = ({ asUser, stores, claimChanges, userFields, clock }: Platform) => ({
  profile: new ProfileService(asUser, stores, claimChanges, userFields, clock),
  userFields: new UserFieldsService(stores.userFields, userFields),
});
