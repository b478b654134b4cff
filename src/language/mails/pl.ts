import type { MailCatalogue } from './en.js';

/** Terms: konto, hasło, token dostępu, aplikacja, adres e-mail. */
export const pl: MailCatalogue = {
  'mail.greeting': 'Dzień dobry, {name}!',
  'mail.greeting_nameless': 'Dzień dobry!',
  'mail.link_hint': 'Jeśli przycisk nie działa, skopiuj ten link do przeglądarki:',
  'mail.code':
    'Możesz też wpisać ten kod na stronie, na której poproszono o tę wiadomość. Kod jest ważny przez {codeMinutes, plural, one {# minutę} few {# minuty} many {# minut} other {# minuty}} i można go użyć tylko raz.',
  'mail.verification.subject': 'Potwierdź swój adres e-mail w usłudze {serviceName}',
  'mail.verification.lead':
    'Potwierdź, że to Twój adres e-mail. Podano go dla konta w usłudze {serviceName}.',
  'mail.verification.action': 'Potwierdź adres e-mail',
  'mail.verification.expiry':
    'Link jest ważny przez {hours, plural, one {# godzinę} few {# godziny} many {# godzin} other {# godziny}} i można go użyć tylko raz.',
  'mail.verification.ignore':
    'Jeśli to konto nie należy do Ciebie, zignoruj tę wiadomość. Adres pozostanie wtedy niepotwierdzony.',
  'mail.sign-up.subject': 'Dokończ tworzenie konta w usłudze {serviceName}',
  'mail.sign-up.lead':
    'To już prawie koniec. Otwórz link, aby dokończyć tworzenie konta w usłudze {serviceName}. Na stronie wpiszesz wybrane wcześniej hasło.',
  'mail.sign-up.action': 'Dokończ tworzenie konta',
  'mail.sign-up.expiry':
    'Link jest ważny przez {hours, plural, one {# godzinę} few {# godziny} many {# godzin} other {# godziny}} i można go użyć tylko raz.',
  'mail.sign-up.ignore':
    'Jeśli to nie Twoja rejestracja, zignoruj tę wiadomość. Bez Twojego udziału żadne konto nie zostanie utworzone.',
  'mail.sign-up-taken.subject': 'Masz już konto w usłudze {serviceName}',
  'mail.sign-up-taken.lead':
    'Ktoś próbował utworzyć konto w usłudze {serviceName} z tym adresem e-mail, ale masz już takie konto. Nic się nie zmieniło.',
  'mail.sign-up-taken.you':
    'Jeśli to Ty, po prostu się zaloguj. Jeśli nie pamiętasz hasła, możesz je zresetować na stronie logowania.',
  'mail.sign-up-taken.action': 'Zaloguj się',
  'mail.sign-up-taken.ignore': 'Jeśli to nie Ty, nie musisz nic robić.',
  'mail.password-reset.subject': 'Zresetuj hasło w usłudze {serviceName}',
  'mail.password-reset.lead':
    'Ktoś poprosił o zresetowanie hasła do Twojego konta w usłudze {serviceName}. Jeśli to Ty, ustaw nowe hasło.',
  'mail.password-reset.action': 'Ustaw nowe hasło',
  'mail.password-reset.expiry':
    'Link jest ważny przez {minutes, plural, one {# minutę} few {# minuty} many {# minut} other {# minuty}} i można go użyć tylko raz.',
  'mail.password-reset.ignore':
    'Jeśli to nie Ty, zignoruj tę wiadomość. Twoje hasło się nie zmieni.',
  'mail.first-proof.subject': 'Potwierdź swój adres e-mail w usłudze {serviceName}',
  'mail.first-proof.lead':
    'Konto w usłudze {serviceName} używa tego adresu e-mail, ale nikt go jeszcze nie potwierdził.',
  'mail.first-proof.you':
    'Jeśli to Twój adres, wybierz nowe hasło. Potwierdzi to adres i zakończy wszystko, co wcześniej skonfigurowano na koncie.',
  'mail.first-proof.action': 'Ustaw nowe hasło',
  'mail.first-proof.expiry':
    'Link jest ważny przez {hours, plural, one {# godzinę} few {# godziny} many {# godzin} other {# godziny}} i można go użyć tylko raz.',
  'mail.first-proof.ignore': 'Jeśli to nie Ty, zignoruj tę wiadomość. Nic się nie zmieniło.',
  'mail.password-changed.subject': 'Twoje hasło w usłudze {serviceName} zostało zmienione',
  'mail.password-changed.lead':
    'Hasło do Twojego konta w usłudze {serviceName} zostało zmienione. Jeśli to Ty, nie musisz nic więcej robić.',
  'mail.password-changed.other':
    'Jeśli to nie Ty, natychmiast zresetuj hasło. Spowoduje to zakończenie wszystkich pozostałych sesji.',
  'mail.password-changed.action': 'Zresetuj hasło',
  'mail.factor-added.subject':
    'Na Twoim koncie w usłudze {serviceName} skonfigurowano aplikację uwierzytelniającą',
  'mail.factor-added.lead':
    'Na Twoim koncie w usłudze {serviceName} skonfigurowano aplikację uwierzytelniającą. Jeśli to Ty, nie musisz nic więcej robić.',
  'mail.factor-added.other':
    'Jeśli to nie Ty, natychmiast zresetuj hasło. Spowoduje to zakończenie wszystkich pozostałych sesji.',
  'mail.factor-added.action': 'Zresetuj hasło',
  'mail.factor-removed.subject':
    'Aplikacja uwierzytelniająca została usunięta z Twojego konta w usłudze {serviceName}',
  'mail.factor-removed.lead':
    'Aplikacja uwierzytelniająca została usunięta z Twojego konta w usłudze {serviceName}. Jeśli to Ty, nie musisz nic więcej robić.',
  'mail.factor-removed.other':
    'Jeśli to nie Ty, natychmiast zresetuj hasło. Spowoduje to zakończenie wszystkich pozostałych sesji.',
  'mail.factor-removed.action': 'Zresetuj hasło',
  'mail.factor-removal.subject':
    'Drugi składnik uwierzytelniania zostanie usunięty z Twojego konta w usłudze {serviceName}',
  'mail.factor-removal.lead':
    'Operator usługi {serviceName} otrzymał prośbę o usunięcie utraconego drugiego składnika uwierzytelniania z Twojego konta. Zostanie on usunięty za 24 godziny.',
  'mail.factor-removal.other':
    'Jeśli to nie Twoja prośba, natychmiast zatrzymaj usuwanie i zmień hasło.',
  'mail.factor-removal.action': 'Zatrzymaj usuwanie',
  'mail.recovery-used.subject': 'Użyto kodu odzyskiwania Twojego konta w usłudze {serviceName}',
  'mail.recovery-used.lead':
    'Użyto kodu odzyskiwania Twojego konta w usłudze {serviceName}. Jeśli to Ty, nie musisz nic więcej robić.',
  'mail.recovery-used.left': 'Pozostałe kody: {count, number}.',
  'mail.recovery-used.other':
    'Jeśli to nie Ty, natychmiast zresetuj hasło. Spowoduje to zakończenie wszystkich pozostałych sesji.',
  'mail.recovery-used.action': 'Zresetuj hasło',
  'mail.passkey-added.subject': 'Do Twojego konta w usłudze {serviceName} dodano klucz dostępu',
  'mail.passkey-added.lead':
    'Do Twojego konta w usłudze {serviceName} dodano klucz dostępu. Jeśli to Ty, nie musisz nic więcej robić.',
  'mail.passkey-added.other':
    'Jeśli to nie Ty, natychmiast zresetuj hasło. Spowoduje to zakończenie wszystkich pozostałych sesji.',
  'mail.passkey-added.action': 'Zresetuj hasło',
  'mail.passkey-removed.subject': 'Z Twojego konta w usłudze {serviceName} usunięto klucz dostępu',
  'mail.passkey-removed.lead':
    'Z Twojego konta w usłudze {serviceName} usunięto klucz dostępu. Jeśli to Ty, nie musisz nic więcej robić.',
  'mail.passkey-removed.other':
    'Jeśli to nie Ty, natychmiast zresetuj hasło. Spowoduje to zakończenie wszystkich pozostałych sesji.',
  'mail.passkey-removed.action': 'Zresetuj hasło',
  'mail.email-changed.subject':
    'Adres e-mail Twojego konta w usłudze {serviceName} został zmieniony',
  'mail.email-changed.lead':
    'Adres e-mail Twojego konta w usłudze {serviceName} został zmieniony na {newEmail}. Jeśli to Ty, nie musisz nic więcej robić.',
  'mail.email-changed.yours':
    'Jeśli na tej samej stronie potwierdzisz, że to Ty, z tego adresu nie będzie już można cofnąć zmiany.',
  'mail.email-changed.other':
    'Jeśli to nie Ty, natychmiast cofnij zmianę, a następnie ustaw nowe hasło.',
  'mail.email-changed.action': 'Cofnij zmianę',
  'mail.email-changed.expiry':
    'Link jest ważny przez {days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}} i można go użyć tylko raz.',
  'mail.email-left.subject': 'Adres e-mail Twojego konta w usłudze {serviceName} został zmieniony',
  'mail.email-left.lead':
    'Adres e-mail Twojego konta w usłudze {serviceName} został zmieniony. Jeśli to nie Ty, skontaktuj się z {serviceName}.',
  'mail.account-deleted.subject': 'Twoje konto w usłudze {serviceName} zostało usunięte',
  'mail.account-deleted.lead':
    'Twoje konto w usłudze {serviceName} zostało usunięte. Jeśli to nie Ty, skontaktuj się z {serviceName}.',
  'mail.email-pending.subject':
    'Adres e-mail Twojego konta w usłudze {serviceName} został zmieniony',
  'mail.email-pending.lead':
    'Aplikacja zmieniła adres e-mail Twojego konta w usłudze {serviceName} na {newEmail}. Dopóki nie zaakceptujesz nowego adresu, logujesz się tym adresem.',
  'mail.email-pending.other':
    'Jeśli to nie Ty, natychmiast cofnij dostęp tej aplikacji i zmień hasło.',
  'mail.email-pending.action': 'Użyj nowego adresu',
  'mail.email-pending.expiry':
    'Link jest ważny przez {hours, plural, one {# godzinę} few {# godziny} many {# godzin} other {# godziny}} i można go użyć tylko raz.',
  'mail.application-authorized.subject':
    'Aplikacja może teraz korzystać z Twojego konta w usłudze {serviceName}',
  'mail.application-authorized.lead':
    'Aplikacja {application} otrzymała Twoją zgodę na korzystanie z konta w usłudze {serviceName}. Dostęp możesz w każdej chwili cofnąć.',
  'mail.application-authorized.other':
    'Jeśli to nie Ty, natychmiast cofnij dostęp tej aplikacji i zmień hasło.',
  'mail.application-authorized.action': 'Zobacz połączone aplikacje',
  'mail.new-browser.subject': 'Nowe logowanie do Twojego konta w usłudze {serviceName}',
  'mail.new-browser.lead':
    'Ktoś właśnie zalogował się do Twojego konta w usłudze {serviceName} w przeglądarce, która nie była z nim wcześniej używana: {browser}, adres IP {source}.',
  'mail.new-browser.other': 'Jeśli to nie Ty, ustaw teraz nowe hasło.',
  'mail.new-browser.action': 'Zresetuj hasło',
};
