import type { Platform } from '../../wiring/platform';
import type { Sessions } from '../sessions/sessions.module';
import { UserFieldsService } from '../users/user-fields.service';
import { ProfileService } from './profile.service';

export const profileModule = (platform: Platform, { opener }: Sessions) => ({
  profile: new ProfileService({ ...platform, opener }),
  userFields: new UserFieldsService(platform.stores.userFields, platform.userFields),
});
