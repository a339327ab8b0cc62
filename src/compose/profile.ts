import { UserFieldsService } from '../accounts/users/user-fields.service';
import { ProfileService } from '../features/profile/profile.service';
import type { Sessions } from './sessions';
import type { Platform } from './shared';

export const profileModule = (platform: Platform, { opener }: Sessions) => ({
  profile: new ProfileService({ ...platform, opener }),
  userFields: new UserFieldsService(platform.stores.userFields, platform.userFields),
});
