import { AppError } from '../../platform/errors/app-error';

export const off = 'Organizations are switched off (`ORGANIZATIONS=off`).';
export const disabled = 'The organization is disabled.';
export const noSuchOrganization = 'You are a member of no organization with this id.';
export const noOrganization = 'There is no such organization, or the user is not a member. Both get the same answer.';

export const organizationsOff = () => new AppError('FORBIDDEN', { msg: 'Organizations are switched off.' });
export const disabledOrganization = () => new AppError('FORBIDDEN', { msg: disabled });
