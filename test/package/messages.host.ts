/** A host that receives messages over TCP, without NATS. check-package.js compiles it. */
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientProxyFactory, Transport } from '@nestjs/microservices';
import { AccountsModule } from 'nest-accounts';
import { AccountsClient } from 'nest-accounts/client';
import { AccountsTcpServer, messagingFeature } from 'nest-accounts/messaging';

@Module({
  imports: [
    AccountsModule.forRoot({
      database: { url: 'postgresql://127.0.0.1/none' },
      secretKeys: ['a secret of thirty-two characters or more'],
      features: [messagingFeature],
    }),
  ],
})
class Host {}

const port = 4000;
const app = await NestFactory.create(Host);
app.connectMicroservice({ strategy: new AccountsTcpServer({ host: '127.0.0.1', port }) });
const proxy = ClientProxyFactory.create({ transport: Transport.TCP, options: { port } });
export const { account_id } = await new AccountsClient(proxy).authenticate({ accessToken: 'x' });
