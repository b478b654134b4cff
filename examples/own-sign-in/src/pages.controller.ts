import { readFileSync } from 'node:fs';
import { Controller, Get, Header } from '@nestjs/common';

const page = readFileSync(new URL('../public/index.html', import.meta.url), 'utf8');

/** The paths of the single page, which shows the section for the path. */
const paths = [...page.matchAll(/data-path="([^"]+)"/g)].map(([, path]) => path!);

@Controller()
export class PagesController {
  // Forbids inline scripts, and other sites to show the page in a frame.
  @Get(paths)
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header(
    'Content-Security-Policy',
    "default-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  )
  @Header('Referrer-Policy', 'no-referrer')
  read(): string {
    return page;
  }
}
