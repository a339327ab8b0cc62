import { expired } from '../jobs/clean-up-step';

export const emailChangeCleanUp = [expired('email_changes')];
