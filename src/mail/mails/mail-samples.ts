import type { MailKind, MailValues } from './mail-values.js';

const name = 'Ada Lovelace';
const link = (path: string) => `https://accounts.example/${path}`;
const code = { code: '07316294', codeMinutes: 10 };
const token = `token=${'k3Vq8ZtX2mLp9RwB6cYd4NhJ5sGf1TxU7aEe0oKi'.repeat(2)}Pn4Wr8`;

/** Sample values for every mail. */
export const mailSamples: { readonly [Kind in MailKind]: MailValues[Kind] } = {
  verification: {
    name,
    link: link(`console/verify-email?${token}`),
    hours: 24,
    ...code,
  },
  'sign-up': {
    name,
    link: link(`console/confirm-sign-up?${token}`),
    hours: 24,
    ...code,
  },
  'sign-up-taken': { name, link: link('console/sign-in') },
  'password-reset': {
    name,
    link: link(`console/reset-password?${token}`),
    minutes: 30,
    ...code,
  },
  'first-proof': {
    name: '',
    link: link(`console/reset-password?${token}`),
    hours: 24,
    ...code,
  },
  'password-changed': { name, link: link('console/forgot-password') },
  'factor-added': { name, link: link('console/forgot-password') },
  'factor-removed': { name, link: link('console/forgot-password') },
  'passkey-added': { name, link: link('console/forgot-password') },
  'passkey-removed': { name, link: link('console/forgot-password') },
  'factor-removal': { name, link: link(`console/stop-removal?${token}`) },
  'recovery-used': { name, link: link('console/forgot-password'), count: 9 },
  'email-changed': {
    name,
    newEmail: 'ada.lovelace@example.net',
    link: link(`console/restore-email?${token}`),
    days: 7,
  },
  'email-left': {},
  'account-deleted': { name },
  'email-pending': {
    name,
    newEmail: 'ada.lovelace@example.net',
    link: link(`console/adopt-email?${token}`),
    hours: 24,
  },
  'application-authorized': {
    name,
    application: 'Difference Engine',
    link: link('console/grants'),
  },
  'new-browser': {
    name,
    link: link('console/forgot-password'),
    browser: 'Firefox, Windows',
    source: '203.0.113.7',
  },
};
