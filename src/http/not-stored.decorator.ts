import { Header } from '@nestjs/common';

/** Keeps responses with tokens, secrets or personal data out of caches. */
export const NotStored = () => Header('Cache-Control', 'no-store');
