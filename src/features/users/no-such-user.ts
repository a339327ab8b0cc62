import { AppError } from '../../platform/errors/app-error';

export const noSuchUser = () => new AppError('NOT_FOUND', { msg: 'There is no such user.' });
