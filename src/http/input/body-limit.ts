/** The maximum size of a request or message body. */
export const maxBodyBytes = 100 * 1_024;
