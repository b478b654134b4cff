import type { MailCatalogue } from './en.js';

/** Terms: reikningur, lykilorð, aðgangsteikn, forrit, netfang. */
export const is: MailCatalogue = {
  'mail.greeting': 'Góðan dag {name},',
  'mail.greeting_nameless': 'Góðan dag,',
  'mail.link_hint': 'Ef hnappurinn virkar ekki skaltu afrita þennan tengil í vafrann þinn:',
  'mail.code':
    'Eða sláðu þennan kóða inn á síðunni þar sem þú baðst um þennan tölvupóst. Kóðinn gildir í {codeMinutes, plural, one {# mínútu} other {# mínútur}} og aðeins er hægt að nota hann einu sinni.',
  'mail.verification.subject': 'Staðfestu netfangið þitt hjá þjónustunni {serviceName}',
  'mail.verification.lead':
    'Vinsamlegast staðfestu að þetta sé netfangið þitt. Það var gefið upp fyrir reikning hjá þjónustunni {serviceName}.',
  'mail.verification.action': 'Staðfesta netfang',
  'mail.verification.expiry':
    'Tengillinn gildir í {hours, plural, one {# klukkustund} other {# klukkustundir}} og aðeins er hægt að nota hann einu sinni.',
  'mail.verification.ignore':
    'Ef þetta er ekki þinn reikningur skaltu hunsa þennan tölvupóst. Netfangið verður þá áfram óstaðfest.',
  'mail.sign-up.subject': 'Ljúktu við að stofna reikninginn þinn hjá þjónustunni {serviceName}',
  'mail.sign-up.lead':
    'Þetta er næstum komið. Opnaðu tengilinn til að ljúka við að stofna reikninginn þinn hjá þjónustunni {serviceName}. Á síðunni sem opnast slærðu inn lykilorðið sem þú valdir.',
  'mail.sign-up.action': 'Ljúka við stofnun reiknings',
  'mail.sign-up.expiry':
    'Tengillinn gildir í {hours, plural, one {# klukkustund} other {# klukkustundir}} og aðeins er hægt að nota hann einu sinni.',
  'mail.sign-up.ignore':
    'Ef það varst ekki þú sem vildir stofna reikning skaltu hunsa þennan tölvupóst. Enginn reikningur verður stofnaður án þín.',
  'mail.sign-up-taken.subject': 'Þú ert nú þegar með reikning hjá þjónustunni {serviceName}',
  'mail.sign-up-taken.lead':
    'Einhver reyndi að stofna reikning hjá þjónustunni {serviceName} með þessu netfangi en þú ert nú þegar með reikning þar. Ekkert hefur breyst.',
  'mail.sign-up-taken.you':
    'Ef það varst þú skaltu skrá þig inn í staðinn. Ef þú hefur gleymt lykilorðinu geturðu endurstillt það á innskráningarsíðunni.',
  'mail.sign-up-taken.action': 'Skrá inn',
  'mail.sign-up-taken.ignore': 'Ef það varst ekki þú þarftu ekkert að gera.',
  'mail.password-reset.subject': 'Endurstilltu lykilorðið þitt hjá þjónustunni {serviceName}',
  'mail.password-reset.lead':
    'Einhver bað um að lykilorðið fyrir reikninginn þinn hjá þjónustunni {serviceName} yrði endurstillt. Ef það varst þú skaltu velja nýtt lykilorð.',
  'mail.password-reset.action': 'Velja nýtt lykilorð',
  'mail.password-reset.expiry':
    'Tengillinn gildir í {minutes, plural, one {# mínútu} other {# mínútur}} og aðeins er hægt að nota hann einu sinni.',
  'mail.password-reset.ignore':
    'Ef það varst ekki þú skaltu hunsa þennan tölvupóst. Lykilorðið þitt helst óbreytt.',
  'mail.first-proof.subject': 'Staðfestu netfangið þitt hjá þjónustunni {serviceName}',
  'mail.first-proof.lead':
    'Reikningur hjá þjónustunni {serviceName} notar þetta netfang en enginn hefur staðfest það enn.',
  'mail.first-proof.you':
    'Ef netfangið er þitt skaltu velja nýtt lykilorð. Það staðfestir netfangið og bindur enda á allt sem áður var sett upp á reikningnum.',
  'mail.first-proof.action': 'Velja nýtt lykilorð',
  'mail.first-proof.expiry':
    'Tengillinn gildir í {hours, plural, one {# klukkustund} other {# klukkustundir}} og aðeins er hægt að nota hann einu sinni.',
  'mail.first-proof.ignore':
    'Ef það varst ekki þú skaltu hunsa þennan tölvupóst. Ekkert hefur breyst.',
  'mail.password-changed.subject':
    'Lykilorðinu þínu hjá þjónustunni {serviceName} hefur verið breytt',
  'mail.password-changed.lead':
    'Lykilorðinu fyrir reikninginn þinn hjá þjónustunni {serviceName} hefur verið breytt. Ef það varst þú þarftu ekki að gera neitt frekar.',
  'mail.password-changed.other':
    'Ef það varst ekki þú skaltu endurstilla lykilorðið þitt tafarlaust. Þá verða allir aðrir skráðir út.',
  'mail.password-changed.action': 'Endurstilla lykilorð',
  'mail.factor-added.subject':
    'Auðkenningarforrit hefur verið sett upp fyrir reikninginn þinn hjá þjónustunni {serviceName}',
  'mail.factor-added.lead':
    'Auðkenningarforrit hefur verið sett upp fyrir reikninginn þinn hjá þjónustunni {serviceName}. Ef það varst þú þarftu ekki að gera neitt frekar.',
  'mail.factor-added.other':
    'Ef það varst ekki þú skaltu endurstilla lykilorðið þitt tafarlaust. Þá verða allir aðrir skráðir út.',
  'mail.factor-added.action': 'Endurstilla lykilorð',
  'mail.factor-removed.subject':
    'Auðkenningarforritið hefur verið fjarlægt af reikningnum þínum hjá þjónustunni {serviceName}',
  'mail.factor-removed.lead':
    'Auðkenningarforritið hefur verið fjarlægt af reikningnum þínum hjá þjónustunni {serviceName}. Ef það varst þú þarftu ekki að gera neitt frekar.',
  'mail.factor-removed.other':
    'Ef það varst ekki þú skaltu endurstilla lykilorðið þitt tafarlaust. Þá verða allir aðrir skráðir út.',
  'mail.factor-removed.action': 'Endurstilla lykilorð',
  'mail.factor-removal.subject':
    'Viðbótarþáttur reikningsins þíns hjá þjónustunni {serviceName} verður fjarlægður',
  'mail.factor-removal.lead':
    'Rekstraraðili þjónustunnar {serviceName} var beðinn um að fjarlægja týndan viðbótarþátt reikningsins þíns. Hann verður fjarlægður eftir 24 klukkustundir.',
  'mail.factor-removal.other':
    'Ef þú baðst ekki um þetta skaltu stöðva fjarlæginguna tafarlaust og breyta lykilorðinu þínu.',
  'mail.factor-removal.action': 'Stöðva fjarlæginguna',
  'mail.recovery-used.subject':
    'Endurheimtarkóði reikningsins þíns hjá þjónustunni {serviceName} hefur verið notaður',
  'mail.recovery-used.lead':
    'Endurheimtarkóði reikningsins þíns hjá þjónustunni {serviceName} hefur verið notaður. Ef það varst þú þarftu ekki að gera neitt frekar.',
  'mail.recovery-used.left': 'Kóðar eftir: {count, number}.',
  'mail.recovery-used.other':
    'Ef það varst ekki þú skaltu endurstilla lykilorðið þitt tafarlaust. Þá verða allir aðrir skráðir út.',
  'mail.recovery-used.action': 'Endurstilla lykilorð',
  'mail.passkey-added.subject':
    'Aðgangslykli hefur verið bætt við reikninginn þinn hjá þjónustunni {serviceName}',
  'mail.passkey-added.lead':
    'Aðgangslykli hefur verið bætt við reikninginn þinn hjá þjónustunni {serviceName}. Ef það varst þú þarftu ekki að gera neitt frekar.',
  'mail.passkey-added.other':
    'Ef það varst ekki þú skaltu endurstilla lykilorðið þitt tafarlaust. Þá verða allir aðrir skráðir út.',
  'mail.passkey-added.action': 'Endurstilla lykilorð',
  'mail.passkey-removed.subject':
    'Aðgangslykill hefur verið fjarlægður af reikningnum þínum hjá þjónustunni {serviceName}',
  'mail.passkey-removed.lead':
    'Aðgangslykill hefur verið fjarlægður af reikningnum þínum hjá þjónustunni {serviceName}. Ef það varst þú þarftu ekki að gera neitt frekar.',
  'mail.passkey-removed.other':
    'Ef það varst ekki þú skaltu endurstilla lykilorðið þitt tafarlaust. Þá verða allir aðrir skráðir út.',
  'mail.passkey-removed.action': 'Endurstilla lykilorð',
  'mail.email-changed.subject':
    'Netfangi reikningsins þíns hjá þjónustunni {serviceName} hefur verið breytt',
  'mail.email-changed.lead':
    'Netfangi reikningsins þíns hjá þjónustunni {serviceName} hefur verið breytt í {newEmail}. Ef það varst þú þarftu ekki að gera neitt frekar.',
  'mail.email-changed.yours':
    'Ef þú staðfestir á sömu síðu að það varst þú er ekki lengur hægt að afturkalla breytinguna frá þessu netfangi.',
  'mail.email-changed.other':
    'Ef það varst ekki þú skaltu afturkalla breytinguna tafarlaust og velja síðan nýtt lykilorð.',
  'mail.email-changed.action': 'Afturkalla breytinguna',
  'mail.email-changed.expiry':
    'Tengillinn gildir í {days, plural, one {# dag} other {# daga}} og aðeins er hægt að nota hann einu sinni.',
  'mail.email-left.subject':
    'Netfangi reikningsins þíns hjá þjónustunni {serviceName} hefur verið breytt',
  'mail.email-left.lead':
    'Netfangi reikningsins þíns hjá þjónustunni {serviceName} hefur verið breytt. Ef það varst ekki þú skaltu hafa samband við {serviceName}.',
  'mail.account-deleted.subject': 'Reikningi þínum hjá þjónustunni {serviceName} hefur verið eytt',
  'mail.account-deleted.lead':
    'Reikningi þínum hjá þjónustunni {serviceName} hefur verið eytt. Ef það varst ekki þú skaltu hafa samband við {serviceName}.',
  'mail.email-pending.subject':
    'Netfangi reikningsins þíns hjá þjónustunni {serviceName} hefur verið breytt',
  'mail.email-pending.lead':
    'Forrit breytti netfangi reikningsins þíns hjá þjónustunni {serviceName} í {newEmail}. Þangað til þú samþykkir nýja netfangið skráirðu þig inn með þessu.',
  'mail.email-pending.other':
    'Ef það varst ekki þú skaltu afturkalla aðgang þessa forrits tafarlaust og breyta lykilorðinu þínu.',
  'mail.email-pending.action': 'Nota nýja netfangið',
  'mail.email-pending.expiry':
    'Tengillinn gildir í {hours, plural, one {# klukkustund} other {# klukkustundir}} og aðeins er hægt að nota hann einu sinni.',
  'mail.application-authorized.subject':
    'Forrit getur nú notað reikninginn þinn hjá þjónustunni {serviceName}',
  'mail.application-authorized.lead':
    'Þú heimilaðir forritinu {application} að nota reikninginn þinn hjá þjónustunni {serviceName}. Þú getur afturkallað aðganginn hvenær sem er.',
  'mail.application-authorized.other':
    'Ef það varst ekki þú skaltu afturkalla aðgang þessa forrits tafarlaust og breyta lykilorðinu þínu.',
  'mail.application-authorized.action': 'Skoða tengd forrit',
  'mail.new-browser.subject': 'Ný innskráning á reikninginn þinn hjá þjónustunni {serviceName}',
  'mail.new-browser.lead':
    'Einhver var að skrá sig inn á reikninginn þinn hjá þjónustunni {serviceName} í vafra sem hefur ekki verið notaður með honum áður: {browser}, IP-tala {source}.',
  'mail.new-browser.other': 'Ef það varst ekki þú skaltu velja nýtt lykilorð núna.',
  'mail.new-browser.action': 'Endurstilla lykilorð',
};
