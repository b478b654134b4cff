import { Header } from '@nestjs/common';

/** Keeps responses with a token, a secret or much about a person out of caches. */
export const NotStored = () => Header('Cache-Control', 'no-store');
