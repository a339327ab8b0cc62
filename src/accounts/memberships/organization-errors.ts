import { AppError } from '../../platform/errors/app-error';
import { organizationIsDisabled } from '../../platform/operations/error-texts';

export const organizationsOff = () => new AppError('FORBIDDEN', { msg: 'Organizations are switched off.' });
export const disabledOrganization = () => new AppError('FORBIDDEN', { msg: organizationIsDisabled });
