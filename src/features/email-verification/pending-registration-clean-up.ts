import { expired } from '../../platform/jobs/clean-up-step';

export const pendingRegistrationCleanUp = [expired('pending_registrations')];
