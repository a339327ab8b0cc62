import { UserFieldsService } from '../accounts/users/user-fields.service';
import { ProfileService } from '../features/profile/profile.service';
import type { Sessions } from './sessions';
import type { Shared } from './shared';

export const createProfile = (shared: Shared, { opener }: Sessions) => ({
  profile: new ProfileService({ ...shared, opener }),
  userFields: new UserFieldsService(shared.stores.userFields, shared.userFields),
});
