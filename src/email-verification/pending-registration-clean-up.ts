import { expired } from '../jobs/clean-up-step';

export const pendingRegistrationCleanUp = [expired('pending_registrations')];
