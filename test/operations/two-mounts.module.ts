import { Module } from '@nestjs/common';
import { AccountsModule } from '../../src/accounts.module.js';
import { operatorFeature } from '../../src/operator/operator.feature.js';

const mount = (name: string, schema: string) =>
  AccountsModule.forRootAsync({
    name,
    mountPath: name,
    features: name === 'customers' ? [operatorFeature()] : [],
    useFactory: () => ({
      database: { url: `${process.env.HOST_DATABASE_URL}?schema=${schema}` },
      secretKeys: ['a secret of thirty-two characters or more'],
    }),
  });

/** A host with the accounts of its customers and those of its staff, for the command line. */
@Module({ imports: [mount('customers', 'public'), mount('staff', 'staff')] })
export class AppModule {}
