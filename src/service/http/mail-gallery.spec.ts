import { languageCodes } from '../../language/language-codes.js';
import { Brand } from '../../brand/brand.js';
import { Languages } from '../../language/languages.js';
import { mailKinds } from '../../mail/mails/mail-content.js';
import { MailRenderer } from '../../mail/mails/mail.renderer.js';
import { renderGallery } from './mail-gallery.js';

it('the gallery shows every mail in one language, and links to the other languages', async () => {
  const [languages, brand] = [new Languages(), new Brand()];
  const html = await renderGallery(new MailRenderer(languages, brand), 'ar', {
    language: languages.get('en')!,
    brand,
    path: (path) => `/host${path}`,
  });
  for (const kind of mailKinds) expect(html).toContain(`<h2>${kind}</h2>`);
  expect(html.match(/<iframe [^>]*sandbox/g)).toHaveLength(mailKinds.length);
  expect(html.match(/<pre lang="ar"/g)).toHaveLength(mailKinds.length);
  for (const code of languageCodes) expect(html).toContain(`href="?language=${code}"`);
  expect(html).toContain('<link rel="stylesheet" href="/host/console/assets/console.css"');
  expect(html).not.toContain('<form');
});
