import type { MailCatalogue } from './en.js';

/** Terms: účet, heslo, přístupový token, aplikace, e-mailová adresa. */
export const cs: MailCatalogue = {
  'mail.greeting': 'Dobrý den, {name}!',
  'mail.greeting_nameless': 'Dobrý den!',
  'mail.link_hint': 'Pokud tlačítko nefunguje, zkopírujte tento odkaz do prohlížeče:',
  'mail.code':
    'Nebo zadejte tento kód na stránce, kde jste si tento e-mail vyžádali. Kód platí {codeMinutes, plural, one {# minutu} few {# minuty} many {# minuty} other {# minut}} a lze ho použít jen jednou.',
  'mail.verification.subject': 'Potvrďte svou e-mailovou adresu pro službu {serviceName}',
  'mail.verification.lead':
    'Potvrďte prosím, že toto je vaše e-mailová adresa. Byla zadána pro účet ve službě {serviceName}.',
  'mail.verification.action': 'Potvrdit e-mailovou adresu',
  'mail.verification.expiry':
    'Odkaz platí {hours, plural, one {# hodinu} few {# hodiny} many {# hodiny} other {# hodin}} a lze ho použít jen jednou.',
  'mail.verification.ignore':
    'Pokud tento účet není váš, tento e-mail ignorujte. Adresa tak zůstane nepotvrzená.',
  'mail.sign-up.subject': 'Dokončete vytvoření účtu ve službě {serviceName}',
  'mail.sign-up.lead':
    'Už je to skoro hotové. Otevřete odkaz a dokončete vytvoření účtu ve službě {serviceName}. Na stránce zadáte heslo, které jste si zvolili.',
  'mail.sign-up.action': 'Dokončit vytvoření účtu',
  'mail.sign-up.expiry':
    'Odkaz platí {hours, plural, one {# hodinu} few {# hodiny} many {# hodiny} other {# hodin}} a lze ho použít jen jednou.',
  'mail.sign-up.ignore':
    'Pokud jste se neregistrovali, tento e-mail ignorujte. Bez vás žádný účet nevznikne.',
  'mail.sign-up-taken.subject': 'Ve službě {serviceName} už máte účet',
  'mail.sign-up-taken.lead':
    'Někdo se pokusil vytvořit účet ve službě {serviceName} s touto e-mailovou adresou, ale účet už máte. Nic se nezměnilo.',
  'mail.sign-up-taken.you':
    'Pokud jste to byli vy, stačí se přihlásit. Pokud jste zapomněli heslo, můžete ho obnovit na přihlašovací stránce.',
  'mail.sign-up-taken.action': 'Přihlásit se',
  'mail.sign-up-taken.ignore': 'Pokud jste to nebyli vy, nemusíte nic dělat.',
  'mail.password-reset.subject': 'Obnovte si heslo ke službě {serviceName}',
  'mail.password-reset.lead':
    'Někdo požádal o obnovení hesla k vašemu účtu ve službě {serviceName}. Pokud jste to byli vy, zvolte si nové heslo.',
  'mail.password-reset.action': 'Zvolit nové heslo',
  'mail.password-reset.expiry':
    'Odkaz platí {minutes, plural, one {# minutu} few {# minuty} many {# minuty} other {# minut}} a lze ho použít jen jednou.',
  'mail.password-reset.ignore':
    'Pokud jste to nebyli vy, tento e-mail ignorujte. Vaše heslo se nezmění.',
  'mail.first-proof.subject': 'Potvrďte svou e-mailovou adresu pro službu {serviceName}',
  'mail.first-proof.lead':
    'Účet ve službě {serviceName} používá tuto e-mailovou adresu, ale nikdo ji ještě nepotvrdil.',
  'mail.first-proof.you':
    'Pokud je adresa vaše, zvolte nové heslo. Tím adresu potvrdíte a ukončíte vše, co bylo na účtu dříve nastaveno.',
  'mail.first-proof.action': 'Zvolit nové heslo',
  'mail.first-proof.expiry':
    'Odkaz platí {hours, plural, one {# hodinu} few {# hodiny} many {# hodiny} other {# hodin}} a lze ho použít jen jednou.',
  'mail.first-proof.ignore': 'Pokud jste to nebyli vy, tento e-mail ignorujte. Nic se nezměnilo.',
  'mail.password-changed.subject': 'Vaše heslo ke službě {serviceName} bylo změněno',
  'mail.password-changed.lead':
    'Heslo k vašemu účtu ve službě {serviceName} bylo změněno. Pokud jste ho změnili vy, nemusíte už nic dělat.',
  'mail.password-changed.other':
    'Pokud jste to nebyli vy, okamžitě si obnovte heslo. Všichni ostatní tím budou odhlášeni.',
  'mail.password-changed.action': 'Obnovit heslo',
  'mail.factor-added.subject':
    'K vašemu účtu ve službě {serviceName} byla nastavena ověřovací aplikace',
  'mail.factor-added.lead':
    'K vašemu účtu ve službě {serviceName} byla nastavena ověřovací aplikace. Pokud jste to byli vy, nemusíte už nic dělat.',
  'mail.factor-added.other':
    'Pokud jste to nebyli vy, okamžitě si obnovte heslo. Všichni ostatní tím budou odhlášeni.',
  'mail.factor-added.action': 'Obnovit heslo',
  'mail.factor-removed.subject':
    'Ověřovací aplikace byla odebrána z vašeho účtu ve službě {serviceName}',
  'mail.factor-removed.lead':
    'Ověřovací aplikace byla odebrána z vašeho účtu ve službě {serviceName}. Pokud jste to byli vy, nemusíte už nic dělat.',
  'mail.factor-removed.other':
    'Pokud jste to nebyli vy, okamžitě si obnovte heslo. Všichni ostatní tím budou odhlášeni.',
  'mail.factor-removed.action': 'Obnovit heslo',
  'mail.factor-removal.subject': 'Druhý faktor vašeho účtu ve službě {serviceName} bude odebrán',
  'mail.factor-removal.lead':
    'Provozovatel služby {serviceName} byl požádán o odebrání ztraceného druhého faktoru vašeho účtu. Faktor bude odebrán za 24 hodin.',
  'mail.factor-removal.other':
    'Pokud jste o to nežádali, okamžitě odebrání zastavte a změňte si heslo.',
  'mail.factor-removal.action': 'Zastavit odebrání',
  'mail.recovery-used.subject': 'Byl použit obnovovací kód vašeho účtu ve službě {serviceName}',
  'mail.recovery-used.lead':
    'Byl použit obnovovací kód vašeho účtu ve službě {serviceName}. Pokud jste ho použili vy, nemusíte už nic dělat.',
  'mail.recovery-used.left': 'Zbývající kódy: {count, number}.',
  'mail.recovery-used.other':
    'Pokud jste to nebyli vy, okamžitě si obnovte heslo. Všichni ostatní tím budou odhlášeni.',
  'mail.recovery-used.action': 'Obnovit heslo',
  'mail.passkey-added.subject': 'K vašemu účtu ve službě {serviceName} byl přidán přístupový klíč',
  'mail.passkey-added.lead':
    'K vašemu účtu ve službě {serviceName} byl přidán přístupový klíč. Pokud jste to byli vy, nemusíte už nic dělat.',
  'mail.passkey-added.other':
    'Pokud jste to nebyli vy, okamžitě si obnovte heslo. Všichni ostatní tím budou odhlášeni.',
  'mail.passkey-added.action': 'Obnovit heslo',
  'mail.passkey-removed.subject':
    'Z vašeho účtu ve službě {serviceName} byl odebrán přístupový klíč',
  'mail.passkey-removed.lead':
    'Z vašeho účtu ve službě {serviceName} byl odebrán přístupový klíč. Pokud jste to byli vy, nemusíte už nic dělat.',
  'mail.passkey-removed.other':
    'Pokud jste to nebyli vy, okamžitě si obnovte heslo. Všichni ostatní tím budou odhlášeni.',
  'mail.passkey-removed.action': 'Obnovit heslo',
  'mail.email-changed.subject': 'E-mailová adresa vašeho účtu ve službě {serviceName} byla změněna',
  'mail.email-changed.lead':
    'E-mailová adresa vašeho účtu ve službě {serviceName} byla změněna na {newEmail}. Pokud jste ji změnili vy, nemusíte už nic dělat.',
  'mail.email-changed.yours':
    'Pokud na stejné stránce potvrdíte, že jste to byli vy, z této adresy už změnu nepůjde vrátit zpět.',
  'mail.email-changed.other':
    'Pokud jste to nebyli vy, okamžitě vraťte změnu zpět a potom si zvolte nové heslo.',
  'mail.email-changed.action': 'Vrátit změnu zpět',
  'mail.email-changed.expiry':
    'Odkaz platí {days, plural, one {# den} few {# dny} many {# dne} other {# dní}} a lze ho použít jen jednou.',
  'mail.email-left.subject': 'E-mailová adresa vašeho účtu ve službě {serviceName} byla změněna',
  'mail.email-left.lead':
    'E-mailová adresa vašeho účtu ve službě {serviceName} byla změněna. Pokud jste to nebyli vy, obraťte se na {serviceName}.',
  'mail.account-deleted.subject': 'Váš účet ve službě {serviceName} byl smazán',
  'mail.account-deleted.lead':
    'Váš účet ve službě {serviceName} byl smazán. Pokud jste to nebyli vy, obraťte se na {serviceName}.',
  'mail.email-pending.subject': 'E-mailová adresa vašeho účtu ve službě {serviceName} byla změněna',
  'mail.email-pending.lead':
    'Aplikace změnila e-mailovou adresu vašeho účtu ve službě {serviceName} na {newEmail}. Dokud novou adresu nepřijmete, přihlašujete se touto.',
  'mail.email-pending.other':
    'Pokud jste to nebyli vy, okamžitě této aplikaci odeberte přístup a změňte si heslo.',
  'mail.email-pending.action': 'Použít novou adresu',
  'mail.email-pending.expiry':
    'Odkaz platí {hours, plural, one {# hodinu} few {# hodiny} many {# hodiny} other {# hodin}} a lze ho použít jen jednou.',
  'mail.application-authorized.subject':
    'Aplikace nyní může používat váš účet ve službě {serviceName}',
  'mail.application-authorized.lead':
    'Povolili jste aplikaci {application} používat váš účet ve službě {serviceName}. Přístup můžete kdykoli odebrat.',
  'mail.application-authorized.other':
    'Pokud jste to nebyli vy, okamžitě této aplikaci odeberte přístup a změňte si heslo.',
  'mail.application-authorized.action': 'Zobrazit propojené aplikace',
  'mail.new-browser.subject': 'Nové přihlášení k vašemu účtu ve službě {serviceName}',
  'mail.new-browser.lead':
    'Někdo se právě přihlásil k vašemu účtu ve službě {serviceName} v prohlížeči, který s ním dosud nebyl použit: {browser}, IP adresa {source}.',
  'mail.new-browser.other': 'Pokud jste to nebyli vy, zvolte si nyní nové heslo.',
  'mail.new-browser.action': 'Obnovit heslo',
};
