import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Settings } from './settings.js';

/** The description of the interface. */
export function describeApi(app: INestApplication, _settings: Settings): OpenAPIObject {
  const config = new DocumentBuilder().setTitle('Accounts').setVersion('1.21').build();
  return SwaggerModule.createDocument(app, config);
}

export function serveDocs(app: INestApplication, document: OpenAPIObject): void {
  SwaggerModule.setup('docs', app, document);
}
