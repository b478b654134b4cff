import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { consoleFeature } from '../console/console.feature.js';
import { mailFeature } from '../email-flows/mail.feature.js';
import type { AccountsFeature } from '../accounts.options.js';
import type { AccountEventSubscriber } from '../events/account-event.subscriber.js';
import { operatorFeature } from '../operator/operator.feature.js';
import { accountsFromSettings } from './accounts-from-settings.js';
import { DemoSeed } from './start/demo-seed.js';
import type { Management } from './management/create-management.js';
import { GracefulShutdown } from './management/graceful-shutdown.js';
import { HealthController } from './management/health.controller.js';
import { ManagementServer } from './management/management.server.js';
import type { Messages } from './messages/create-messages.js';
import { MailGalleryController } from './http/mail-gallery.controller.js';
import { RootController } from './http/root.controller.js';
import type { Settings } from './settings/settings.js';

const mailGalleryFeature: AccountsFeature = {
  controllers: [MailGalleryController],
  providers: [],
  exports: [],
};

@Module({})
export class ServiceModule {
  /**
   * @param databaseUrl the database of the settings, or the one that was started
   * @param subscribers the subscribers of the settings
   * @param servers the message servers, next to HTTP or alone according to the settings, and the management port
   */
  static forRoot(
    settings: Settings,
    databaseUrl: string,
    subscribers: AccountEventSubscriber[],
    { messages, management }: { messages?: Messages; management?: Management },
  ): DynamicModule {
    const gallery = settings.production ? [] : [mailGalleryFeature];
    const mails = settings.mail ? [mailFeature, ...gallery] : [];
    const pages = settings.httpAdapter === 'none' ? [] : [consoleFeature, ...mails];
    return {
      module: ServiceModule,
      imports: [
        accountsFromSettings(
          settings,
          databaseUrl,
          [
            operatorFeature(),
            ...pages,
            ...(messages ? [messages.feature] : []),
            ...(management?.features ?? []).map(withoutRoutes),
          ],
          subscribers,
        ),
      ],
      controllers: [HealthController, RootController],
      providers: [
        DemoSeed,
        GracefulShutdown,
        ...(messages ? [messagesEndWithUs(messages)] : []),
        ...(management ? [managementServer(settings, management)] : []),
      ],
    };
  }
}

/** Removes the controllers from a feature, because they run on the management port. */
function withoutRoutes(feature: AccountsFeature): AccountsFeature {
  return { ...feature, apiControllers: [], controllers: [] };
}

function managementServer(settings: Settings, management: Management): Provider {
  return {
    provide: ManagementServer,
    useFactory: (service: ModuleRef) =>
      new ManagementServer(service, settings, settings.management!, management),
    inject: [ModuleRef],
  };
}

/** Provides the message servers, so that Nest closes them with the application. */
function messagesEndWithUs({ servers }: Messages): Provider {
  return { provide: Symbol('MESSAGE_SERVERS'), useValue: servers };
}
