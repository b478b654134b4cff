import { Post } from '@nestjs/common';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { Languages } from '../../language/languages.js';
import { ConsolePages } from './browser/console-pages.decorator.js';
import { OpenToAll } from './browser/page.guard.js';
import { redirectTo } from './browser/page-response.js';
import { CurrentVisitor, type Visitor } from './browser/visitor.js';

/** Sets the page language of a browser. It takes precedence over the language of the account (CONTRACT 5). */
@ConsolePages('console/language')
export class LanguageController {
  constructor(
    private readonly languages: Languages,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Post()
  @OpenToAll()
  choose(
    @CurrentVisitor() visitor: Visitor,
    @FormBody() { language: chosen = '' }: FormParameters,
  ) {
    const { account, location = this.publicUrl.path('/console'), sent, language: shown } = visitor;
    const language = this.languages.get(chosen)?.code;
    const change = { keptMs: 0, language };
    const isWritten = sent && Object.keys(sent.values).length > 1;
    if (!isWritten || language === undefined) return redirectTo(location, undefined, change);
    const { language_code: own } = sent.values;
    // A new account uses the page language, unless the visitor has chosen another one in the form.
    const follows = !account && own === shown.code;
    const values = { ...sent.values, language_code: follows ? language : own };
    return redirectTo(location, undefined, { ...change, form: { ...sent, values } });
  }
}
