import type { PublicUrl } from '../http/urls/public-url.js';

/** The URLs of console pages in mails. They use the public URL of the options, never that of a request. */
export class MailLinks {
  constructor(private readonly address: PublicUrl) {}

  get signIn(): string {
    return this.address.url('/console/sign-in');
  }

  get forgotPassword(): string {
    return this.address.url('/console/forgot-password');
  }

  get grants(): string {
    return this.address.url('/console/grants');
  }

  verification(token: string): string {
    return this.page('verify-email', token);
  }

  signUp(token: string): string {
    return this.page('confirm-sign-up', token);
  }

  passwordReset(token: string): string {
    return this.page('reset-password', token);
  }

  emailRestoration(token: string): string {
    return this.page('restore-email', token);
  }

  emailAdoption(token: string): string {
    return this.page('adopt-email', token);
  }

  stopFactorRemoval(token: string): string {
    return this.page('stop-removal', token);
  }

  private page(name: string, token: string): string {
    return this.address.url(`/console/${name}?token=${token}`);
  }
}
