import { Module } from '@nestjs/common';
import { AccountsModule } from 'nest-accounts';
import { consoleFeature } from 'nest-accounts/console';
import { FileTransport, mailFeature } from 'nest-accounts/mail';
import { signInFeature } from 'nest-accounts/sign-in';
import { Database, DatabaseModule } from './database.js';
import { GreetingController } from './greeting.controller.js';
import { PagesController } from './pages.controller.js';

export const port = Number(process.env.PORT ?? 3000);

@Module({
  imports: [
    DatabaseModule,
    AccountsModule.forRootAsync({
      features: [signInFeature, consoleFeature, mailFeature],
      inject: [Database],
      useFactory: ({ url }: Database) => ({
        database: { url },
        secretKeys: [secretKey()],
        // Passkeys require a host name. In production, this is your https URL.
        publicUrl: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
        secondFactor: 'required',
        // Prints the link and the code of each mail. In production, use SmtpTransport of nest-accounts/smtp.
        mail: {
          transport: new FileTransport('.data/mails', ({ to, subject, link = '', code = '' }) =>
            console.log(`Mail to ${to}: ${subject} ${link} ${code}`),
          ),
          from: 'Own sign-in <accounts@example.com>',
        },
        brand: { name: 'Own sign-in' },
        // The console, OAuth and mails open these pages instead of the console's.
        pages: {
          signIn: '/sign-in',
          signUp: '/sign-up',
          secondFactor: '/second-step',
          forgotPassword: '/forgot-password',
          resetPassword: '/new-password',
          confirmSignUp: '/confirm',
        },
      }),
    }),
  ],
  controllers: [GreetingController, PagesController],
})
export class AppModule {}

/** The secret that encrypts the access tokens in the database. Use your own. */
function secretKey(): string {
  const { SECRET_KEY, NODE_ENV } = process.env;
  if (SECRET_KEY) return SECRET_KEY;
  if (NODE_ENV === 'production') throw new Error('SECRET_KEY is required in production.');
  return 'a secret for trying things, and for nothing else';
}
