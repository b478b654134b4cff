import type { MailCatalogue } from './en.js';

/** Terms: tili, salasana, käyttöoikeustunnus, sovellus, sähköpostiosoite. */
export const fi: MailCatalogue = {
  'mail.greeting': 'Hei {name},',
  'mail.greeting_nameless': 'Hei,',
  'mail.link_hint': 'Jos painike ei toimi, kopioi tämä linkki selaimeesi:',
  'mail.code':
    'Tai anna tämä koodi sivulla, jolla pyysit tämän viestin. Koodi on voimassa {codeMinutes, plural, one {# minuutin} other {# minuuttia}}, ja sitä voi käyttää vain kerran.',
  'mail.verification.subject': 'Vahvista sähköpostiosoitteesi palvelua {serviceName} varten',
  'mail.verification.lead':
    'Vahvista, että tämä on sinun sähköpostiosoitteesi. Se on annettu palvelun {serviceName} tiliä varten.',
  'mail.verification.action': 'Vahvista sähköpostiosoite',
  'mail.verification.expiry':
    'Linkki on voimassa {hours, plural, one {# tunnin} other {# tuntia}}, ja sitä voi käyttää vain kerran.',
  'mail.verification.ignore':
    'Jos tämä tili ei ole sinun, voit jättää tämän viestin huomiotta. Osoite jää silloin vahvistamatta.',
  'mail.sign-up.subject': 'Viimeistele tilisi luominen palveluun {serviceName}',
  'mail.sign-up.lead':
    'Melkein valmista. Viimeistele tilisi luominen palveluun {serviceName} avaamalla linkki. Sivulla kysytään valitsemaasi salasanaa.',
  'mail.sign-up.action': 'Viimeistele tilin luominen',
  'mail.sign-up.expiry':
    'Linkki on voimassa {hours, plural, one {# tunnin} other {# tuntia}}, ja sitä voi käyttää vain kerran.',
  'mail.sign-up.ignore':
    'Jos et rekisteröitynyt, voit jättää tämän viestin huomiotta. Tiliä ei luoda ilman sinua.',
  'mail.sign-up-taken.subject': 'Sinulla on jo tili palvelussa {serviceName}',
  'mail.sign-up-taken.lead':
    'Joku yritti luoda tällä sähköpostiosoitteella tilin palveluun {serviceName}, mutta sinulla on jo tili. Mikään ei ole muuttunut.',
  'mail.sign-up-taken.you':
    'Jos se olit sinä, kirjaudu sen sijaan sisään. Jos olet unohtanut salasanasi, voit nollata sen kirjautumissivulla.',
  'mail.sign-up-taken.action': 'Kirjaudu sisään',
  'mail.sign-up-taken.ignore': 'Jos se et ollut sinä, sinun ei tarvitse tehdä mitään.',
  'mail.password-reset.subject': 'Nollaa salasanasi palvelussa {serviceName}',
  'mail.password-reset.lead':
    'Joku on pyytänyt nollaamaan tilisi salasanan palvelussa {serviceName}. Jos se olit sinä, valitse uusi salasana.',
  'mail.password-reset.action': 'Valitse uusi salasana',
  'mail.password-reset.expiry':
    'Linkki on voimassa {minutes, plural, one {# minuutin} other {# minuuttia}}, ja sitä voi käyttää vain kerran.',
  'mail.password-reset.ignore':
    'Jos se et ollut sinä, voit jättää tämän viestin huomiotta. Salasanasi pysyy ennallaan.',
  'mail.first-proof.subject': 'Vahvista sähköpostiosoitteesi palvelua {serviceName} varten',
  'mail.first-proof.lead':
    'Tili palvelussa {serviceName} käyttää tätä sähköpostiosoitetta, mutta kukaan ei ole vielä vahvistanut sitä.',
  'mail.first-proof.you':
    'Jos osoite on sinun, valitse uusi salasana. Se vahvistaa osoitteen ja lopettaa kaiken, mitä tilille on aiemmin määritetty.',
  'mail.first-proof.action': 'Valitse uusi salasana',
  'mail.first-proof.expiry':
    'Linkki on voimassa {hours, plural, one {# tunnin} other {# tuntia}}, ja sitä voi käyttää vain kerran.',
  'mail.first-proof.ignore':
    'Jos se et ollut sinä, voit jättää tämän viestin huomiotta. Mikään ei ole muuttunut.',
  'mail.password-changed.subject': 'Salasanasi palvelussa {serviceName} on vaihdettu',
  'mail.password-changed.lead':
    'Tilisi salasana palvelussa {serviceName} on vaihdettu. Jos teit tämän itse, sinun ei tarvitse tehdä muuta.',
  'mail.password-changed.other':
    'Jos se et ollut sinä, nollaa salasanasi heti. Kaikki muut kirjataan silloin ulos.',
  'mail.password-changed.action': 'Nollaa salasana',
  'mail.factor-added.subject':
    'Tilillesi palvelussa {serviceName} on otettu käyttöön todennussovellus',
  'mail.factor-added.lead':
    'Tilillesi palvelussa {serviceName} on otettu käyttöön todennussovellus. Jos teit tämän itse, sinun ei tarvitse tehdä muuta.',
  'mail.factor-added.other':
    'Jos se et ollut sinä, nollaa salasanasi heti. Kaikki muut kirjataan silloin ulos.',
  'mail.factor-added.action': 'Nollaa salasana',
  'mail.factor-removed.subject': 'Todennussovellus on poistettu tililtäsi palvelussa {serviceName}',
  'mail.factor-removed.lead':
    'Todennussovellus on poistettu tililtäsi palvelussa {serviceName}. Jos teit tämän itse, sinun ei tarvitse tehdä muuta.',
  'mail.factor-removed.other':
    'Jos se et ollut sinä, nollaa salasanasi heti. Kaikki muut kirjataan silloin ulos.',
  'mail.factor-removed.action': 'Nollaa salasana',
  'mail.factor-removal.subject': 'Tilisi lisävahvistustapa palvelussa {serviceName} poistetaan',
  'mail.factor-removal.lead':
    'Palvelun {serviceName} ylläpitäjää on pyydetty poistamaan tilisi kadonnut lisävahvistustapa. Se poistetaan 24 tunnin kuluttua.',
  'mail.factor-removal.other': 'Jos et pyytänyt tätä, pysäytä poisto heti ja vaihda salasanasi.',
  'mail.factor-removal.action': 'Pysäytä poisto',
  'mail.recovery-used.subject': 'Tilisi palautuskoodi palvelussa {serviceName} on käytetty',
  'mail.recovery-used.lead':
    'Tilisi palautuskoodi palvelussa {serviceName} on käytetty. Jos teit tämän itse, sinun ei tarvitse tehdä muuta.',
  'mail.recovery-used.left': 'Koodeja jäljellä: {count, number}.',
  'mail.recovery-used.other':
    'Jos se et ollut sinä, nollaa salasanasi heti. Kaikki muut kirjataan silloin ulos.',
  'mail.recovery-used.action': 'Nollaa salasana',
  'mail.passkey-added.subject': 'Tilillesi palvelussa {serviceName} on lisätty pääsyavain',
  'mail.passkey-added.lead':
    'Tilillesi palvelussa {serviceName} on lisätty pääsyavain. Jos teit tämän itse, sinun ei tarvitse tehdä muuta.',
  'mail.passkey-added.other':
    'Jos se et ollut sinä, nollaa salasanasi heti. Kaikki muut kirjataan silloin ulos.',
  'mail.passkey-added.action': 'Nollaa salasana',
  'mail.passkey-removed.subject': 'Tililtäsi palvelussa {serviceName} on poistettu pääsyavain',
  'mail.passkey-removed.lead':
    'Tililtäsi palvelussa {serviceName} on poistettu pääsyavain. Jos teit tämän itse, sinun ei tarvitse tehdä muuta.',
  'mail.passkey-removed.other':
    'Jos se et ollut sinä, nollaa salasanasi heti. Kaikki muut kirjataan silloin ulos.',
  'mail.passkey-removed.action': 'Nollaa salasana',
  'mail.email-changed.subject': 'Tilisi sähköpostiosoite palvelussa {serviceName} on vaihdettu',
  'mail.email-changed.lead':
    'Tilisi sähköpostiosoite palvelussa {serviceName} on vaihdettu. Uusi osoite on {newEmail}. Jos teit tämän itse, sinun ei tarvitse tehdä muuta.',
  'mail.email-changed.yours':
    'Jos vahvistat samalla sivulla, että teit tämän itse, vaihtoa ei voi enää kumota tästä osoitteesta.',
  'mail.email-changed.other':
    'Jos se et ollut sinä, kumoa vaihto heti ja valitse sitten uusi salasana.',
  'mail.email-changed.action': 'Kumoa vaihto',
  'mail.email-changed.expiry':
    'Linkki on voimassa {days, plural, one {# päivän} other {# päivää}}, ja sitä voi käyttää vain kerran.',
  'mail.email-left.subject': 'Tilisi sähköpostiosoite palvelussa {serviceName} on vaihdettu',
  'mail.email-left.lead':
    'Tilisi sähköpostiosoite palvelussa {serviceName} on vaihdettu. Jos et tehnyt tätä itse, ota yhteyttä palveluun {serviceName}.',
  'mail.account-deleted.subject': 'Tilisi palvelussa {serviceName} on poistettu',
  'mail.account-deleted.lead':
    'Tilisi palvelussa {serviceName} on poistettu. Jos et tehnyt tätä itse, ota yhteyttä palveluun {serviceName}.',
  'mail.email-pending.subject': 'Tilisi sähköpostiosoite palvelussa {serviceName} on vaihdettu',
  'mail.email-pending.lead':
    'Sovellus on vaihtanut tilisi sähköpostiosoitteen palvelussa {serviceName}. Uusi osoite on {newEmail}. Kunnes hyväksyt uuden osoitteen, kirjaudut tällä osoitteella.',
  'mail.email-pending.other':
    'Jos se et ollut sinä, poista sovelluksen käyttöoikeus heti ja vaihda salasanasi.',
  'mail.email-pending.action': 'Käytä uutta osoitetta',
  'mail.email-pending.expiry':
    'Linkki on voimassa {hours, plural, one {# tunnin} other {# tuntia}}, ja sitä voi käyttää vain kerran.',
  'mail.application-authorized.subject':
    'Sovellus voi nyt käyttää tiliäsi palvelussa {serviceName}',
  'mail.application-authorized.lead':
    'Olet valtuuttanut sovelluksen {application} käyttämään tiliäsi palvelussa {serviceName}. Voit poistaa käyttöoikeuden milloin tahansa.',
  'mail.application-authorized.other':
    'Jos se et ollut sinä, poista sovelluksen käyttöoikeus heti ja vaihda salasanasi.',
  'mail.application-authorized.action': 'Näytä yhdistetyt sovellukset',
  'mail.new-browser.subject': 'Uusi kirjautuminen tilillesi palvelussa {serviceName}',
  'mail.new-browser.lead':
    'Joku kirjautui juuri tilillesi palvelussa {serviceName} selaimella, jota ei ole aiemmin käytetty tilin kanssa: {browser}, IP-osoite {source}.',
  'mail.new-browser.other': 'Jos se et ollut sinä, valitse nyt uusi salasana.',
  'mail.new-browser.action': 'Nollaa salasana',
};
