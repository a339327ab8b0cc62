export const resetEndedDescription = 'The number of sessions that ended, counted up to 1000.';
