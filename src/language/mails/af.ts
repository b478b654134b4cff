import type { MailCatalogue } from './en.js';

/** Terms: rekening, wagwoord, toegangstoken, toepassing, e-posadres. */
export const af: MailCatalogue = {
  'mail.greeting': 'Goeie dag {name},',
  'mail.greeting_nameless': 'Goeie dag,',
  'mail.link_hint': 'As die knoppie nie werk nie, kopieer hierdie skakel na u blaaier:',
  'mail.code':
    'Of voer hierdie kode in op die bladsy waar u hierdie e-pos aangevra het. Die kode is {codeMinutes, plural, one {# minuut} other {# minute}} lank geldig en kan net een keer gebruik word.',
  'mail.verification.subject': 'Bevestig u e-posadres vir {serviceName}',
  'mail.verification.lead':
    'Bevestig asseblief dat dit u e-posadres is. Die adres is vir ’n rekening by {serviceName} ingevoer.',
  'mail.verification.action': 'Bevestig e-posadres',
  'mail.verification.expiry':
    'Die skakel is {hours, plural, one {# uur} other {# uur}} lank geldig en kan net een keer gebruik word.',
  'mail.verification.ignore':
    'As hierdie rekening nie u s’n is nie, ignoreer hierdie e-pos. Die adres bly dan onbevestig.',
  'mail.sign-up.subject': 'Voltooi u registrasie by {serviceName}',
  'mail.sign-up.lead':
    'U is amper klaar. Open die skakel om u registrasie by {serviceName} te voltooi. Die bladsy sal vra vir die wagwoord wat u gekies het.',
  'mail.sign-up.action': 'Voltooi registrasie',
  'mail.sign-up.expiry':
    'Die skakel is {hours, plural, one {# uur} other {# uur}} lank geldig en kan net een keer gebruik word.',
  'mail.sign-up.ignore':
    'As u nie geregistreer het nie, ignoreer hierdie e-pos. Geen rekening sal sonder u geskep word nie.',
  'mail.sign-up-taken.subject': 'U het reeds ’n rekening by {serviceName}',
  'mail.sign-up-taken.lead':
    'Iemand het probeer om met hierdie e-posadres ’n rekening by {serviceName} te skep, maar u het reeds een. Niks het verander nie.',
  'mail.sign-up-taken.you':
    'As dit u was, meld eerder aan. As u u wagwoord vergeet het, kan u dit daar terugstel.',
  'mail.sign-up-taken.action': 'Meld aan',
  'mail.sign-up-taken.ignore': 'As dit nie u was nie, hoef u niks te doen nie.',
  'mail.password-reset.subject': 'Stel u wagwoord vir {serviceName} terug',
  'mail.password-reset.lead':
    'Iemand het gevra om die wagwoord van u rekening by {serviceName} terug te stel. As dit u was, kies ’n nuwe wagwoord.',
  'mail.password-reset.action': 'Kies nuwe wagwoord',
  'mail.password-reset.expiry':
    'Die skakel is {minutes, plural, one {# minuut} other {# minute}} lank geldig en kan net een keer gebruik word.',
  'mail.password-reset.ignore':
    'As dit nie u was nie, ignoreer hierdie e-pos. U wagwoord bly dieselfde.',
  'mail.first-proof.subject': 'Bevestig u e-posadres vir {serviceName}',
  'mail.first-proof.lead':
    '’n Rekening by {serviceName} gebruik hierdie e-posadres, maar niemand het dit nog bevestig nie.',
  'mail.first-proof.you':
    'As die adres u s’n is, kies ’n nuwe wagwoord. Dit bevestig die adres en beëindig alles wat voorheen op die rekening opgestel is.',
  'mail.first-proof.action': 'Kies nuwe wagwoord',
  'mail.first-proof.expiry':
    'Die skakel is {hours, plural, one {# uur} other {# uur}} lank geldig en kan net een keer gebruik word.',
  'mail.first-proof.ignore': 'As dit nie u was nie, ignoreer hierdie e-pos. Niks het verander nie.',
  'mail.password-changed.subject': 'U wagwoord vir {serviceName} is verander',
  'mail.password-changed.lead':
    'Die wagwoord van u rekening by {serviceName} is verander. As dit u was, hoef u niks verder te doen nie.',
  'mail.password-changed.other':
    'As dit nie u was nie, stel u wagwoord onmiddellik terug. Almal anders word dan afgemeld.',
  'mail.password-changed.action': 'Stel wagwoord terug',
  'mail.factor-added.subject': '’n Verifieertoep is vir u {serviceName}-rekening opgestel',
  'mail.factor-added.lead':
    '’n Verifieertoep is vir u {serviceName}-rekening opgestel. As dit u was, hoef u niks verder te doen nie.',
  'mail.factor-added.other':
    'As dit nie u was nie, stel u wagwoord onmiddellik terug. Almal anders word dan afgemeld.',
  'mail.factor-added.action': 'Stel wagwoord terug',
  'mail.factor-removed.subject': 'Die verifieertoep is van u {serviceName}-rekening verwyder',
  'mail.factor-removed.lead':
    'Die verifieertoep is van u {serviceName}-rekening verwyder. As dit u was, hoef u niks verder te doen nie.',
  'mail.factor-removed.other':
    'As dit nie u was nie, stel u wagwoord onmiddellik terug. Almal anders word dan afgemeld.',
  'mail.factor-removed.action': 'Stel wagwoord terug',
  'mail.factor-removal.subject': 'Die tweede faktor van u {serviceName}-rekening sal verwyder word',
  'mail.factor-removal.lead':
    'Die operateur van {serviceName} is gevra om die verlore tweede faktor van u rekening te verwyder. Dit sal oor 24 uur verwyder word.',
  'mail.factor-removal.other':
    'As u nie daarvoor gevra het nie, stop die verwydering onmiddellik en verander u wagwoord.',
  'mail.factor-removal.action': 'Stop die verwydering',
  'mail.recovery-used.subject': '’n Herstelkode van u {serviceName}-rekening is gebruik',
  'mail.recovery-used.lead':
    '’n Herstelkode van u {serviceName}-rekening is gebruik. As dit u was, hoef u niks verder te doen nie.',
  'mail.recovery-used.left': 'Oorblywende kodes: {count, number}.',
  'mail.recovery-used.other':
    'As dit nie u was nie, stel u wagwoord onmiddellik terug. Almal anders word dan afgemeld.',
  'mail.recovery-used.action': 'Stel wagwoord terug',
  'mail.passkey-added.subject': '’n Wagwoordsleutel is by u {serviceName}-rekening gevoeg',
  'mail.passkey-added.lead':
    '’n Wagwoordsleutel is by u {serviceName}-rekening gevoeg. As dit u was, hoef u niks verder te doen nie.',
  'mail.passkey-added.other':
    'As dit nie u was nie, stel u wagwoord onmiddellik terug. Almal anders word dan afgemeld.',
  'mail.passkey-added.action': 'Stel wagwoord terug',
  'mail.passkey-removed.subject': '’n Wagwoordsleutel is van u {serviceName}-rekening verwyder',
  'mail.passkey-removed.lead':
    '’n Wagwoordsleutel is van u {serviceName}-rekening verwyder. As dit u was, hoef u niks verder te doen nie.',
  'mail.passkey-removed.other':
    'As dit nie u was nie, stel u wagwoord onmiddellik terug. Almal anders word dan afgemeld.',
  'mail.passkey-removed.action': 'Stel wagwoord terug',
  'mail.email-changed.subject': 'Die e-posadres van u rekening by {serviceName} is verander',
  'mail.email-changed.lead':
    'Die e-posadres van u rekening by {serviceName} is na {newEmail} verander. As dit u was, hoef u niks verder te doen nie.',
  'mail.email-changed.yours':
    'As u op dieselfde bladsy bevestig dat dit u was, kan hierdie adres die verandering nie meer ongedaan maak nie.',
  'mail.email-changed.other':
    'As dit nie u was nie, maak die verandering onmiddellik ongedaan, en kies dan ’n nuwe wagwoord.',
  'mail.email-changed.action': 'Maak verandering ongedaan',
  'mail.email-changed.expiry':
    'Die skakel is {days, plural, one {# dag} other {# dae}} lank geldig en kan net een keer gebruik word.',
  'mail.email-left.subject': 'Die e-posadres van u rekening by {serviceName} is verander',
  'mail.email-left.lead':
    'Die e-posadres van u rekening by {serviceName} is verander. As dit nie u was nie, kontak {serviceName}.',
  'mail.account-deleted.subject': 'U rekening by {serviceName} is geskrap',
  'mail.account-deleted.lead':
    'U rekening by {serviceName} is geskrap. As dit nie u was nie, kontak {serviceName}.',
  'mail.email-pending.subject': 'Die e-posadres van u rekening by {serviceName} is verander',
  'mail.email-pending.lead':
    '’n Toepassing het die e-posadres van u rekening by {serviceName} na {newEmail} verander. Totdat u die nuwe adres aanvaar, meld u met hierdie een aan.',
  'mail.email-pending.other':
    'As dit nie u was nie, herroep hierdie toepassing se toegang onmiddellik, en verander u wagwoord.',
  'mail.email-pending.action': 'Gebruik die nuwe adres',
  'mail.email-pending.expiry':
    'Die skakel is {hours, plural, one {# uur} other {# uur}} lank geldig en kan net een keer gebruik word.',
  'mail.application-authorized.subject':
    '’n Toepassing kan nou u rekening by {serviceName} gebruik',
  'mail.application-authorized.lead':
    'U het {application} gemagtig om u rekening by {serviceName} te gebruik. U kan dit te eniger tyd herroep.',
  'mail.application-authorized.other':
    'As dit nie u was nie, herroep hierdie toepassing se toegang onmiddellik, en verander u wagwoord.',
  'mail.application-authorized.action': 'Bekyk gekoppelde toepassings',
  'mail.new-browser.subject': 'Nuwe aanmelding by u rekening by {serviceName}',
  'mail.new-browser.lead':
    'Iemand het pas by u rekening by {serviceName} aangemeld in ’n blaaier wat nog nie voorheen daarvoor gebruik is nie: {browser}, IP-adres {source}.',
  'mail.new-browser.other': 'As dit nie u was nie, kies nou ’n nuwe wagwoord.',
  'mail.new-browser.action': 'Stel wagwoord terug',
};
