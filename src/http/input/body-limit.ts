export const maxBodyBytes = 100 * 1_024;
