import type { Platform } from '../../wiring/platform';
import { ProfileService } from './profile.service';

export const profileModule = ({ asUser, stores, clock }: Platform) => ({
  profile: new ProfileService(asUser, stores, clock),
});
