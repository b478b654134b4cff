import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { type ClientProxy, ClientsModule, Transport } from '@nestjs/microservices';
import { AccountsClient } from 'nest-accounts/client';
import { TasksController } from './tasks.controller.js';
import { AccountsClientErrorFilter } from './token.guard.js';

@Module({
  imports: [
    ClientsModule.register([
      {
        name: 'ACCOUNTS',
        transport: Transport.NATS,
        options: { servers: process.env.NATS_URL ?? 'nats://127.0.0.1:4222' },
      },
    ]),
  ],
  controllers: [TasksController],
  providers: [
    {
      provide: AccountsClient,
      inject: ['ACCOUNTS'],
      useFactory: (proxy: ClientProxy) => new AccountsClient(proxy),
    },
    { provide: APP_FILTER, useClass: AccountsClientErrorFilter },
  ],
})
export class AppModule {}
