import { expired } from '../../platform/jobs/clean-up-step';

export const emailChangeCleanUp = [expired('email_changes')];
