/** The most bytes of the body of a request or message. */
export const maxBodyBytes = 100 * 1_024;
