import type { MailCatalogue } from './en.js';

/** Terms: hesap, parola, erişim belirteci, uygulama, e-posta adresi. */
export const tr: MailCatalogue = {
  'mail.greeting': 'Merhaba {name},',
  'mail.greeting_nameless': 'Merhaba,',
  'mail.link_hint': 'Düğme çalışmıyorsa bu bağlantıyı kopyalayıp tarayıcınıza yapıştırın:',
  'mail.code':
    'Veya bu kodu, bu e-postayı istediğiniz sayfaya girin. Kod {codeMinutes, plural, one {# dakika} other {# dakika}} geçerlidir ve yalnızca bir kez kullanılabilir.',
  'mail.verification.subject': '{serviceName} için e-posta adresinizi doğrulayın',
  'mail.verification.lead':
    'Lütfen bu e-posta adresinin size ait olduğunu doğrulayın. Adres, bir {serviceName} hesabı için girildi.',
  'mail.verification.action': 'E-posta adresini doğrula',
  'mail.verification.expiry':
    'Bağlantı {hours, plural, one {# saat} other {# saat}} geçerlidir ve yalnızca bir kez kullanılabilir.',
  'mail.verification.ignore':
    'Bu hesap size ait değilse bu e-postayı dikkate almayın. Bu durumda adres doğrulanmaz.',
  'mail.sign-up.subject': '{serviceName} hesabınızı oluşturmayı tamamlayın',
  'mail.sign-up.lead':
    'Neredeyse bitti. {serviceName} hesabınızı oluşturmayı tamamlamak için bağlantıyı açın. Açılan sayfada, seçtiğiniz parola istenir.',
  'mail.sign-up.action': 'Hesap oluşturmayı tamamla',
  'mail.sign-up.expiry':
    'Bağlantı {hours, plural, one {# saat} other {# saat}} geçerlidir ve yalnızca bir kez kullanılabilir.',
  'mail.sign-up.ignore':
    'Siz kaydolmadıysanız bu e-postayı dikkate almayın. Siz işlemi tamamlamadan hesap oluşturulmaz.',
  'mail.sign-up-taken.subject': 'Zaten bir {serviceName} hesabınız var',
  'mail.sign-up-taken.lead':
    'Biri bu e-posta adresiyle bir {serviceName} hesabı oluşturmaya çalıştı, ancak zaten bir hesabınız var. Hiçbir şey değişmedi.',
  'mail.sign-up-taken.you':
    'Bu kişi sizseniz oturum açmanız yeterlidir. Parolanızı unuttuysanız oturum açma sayfasında sıfırlayabilirsiniz.',
  'mail.sign-up-taken.action': 'Oturum aç',
  'mail.sign-up-taken.ignore': 'Bu kişi siz değilseniz bir şey yapmanız gerekmez.',
  'mail.password-reset.subject': '{serviceName} parolanızı sıfırlayın',
  'mail.password-reset.lead':
    'Biri {serviceName} hesabınızın parolasını sıfırlamak istedi. Bu kişi sizseniz yeni bir parola seçin.',
  'mail.password-reset.action': 'Yeni parola seç',
  'mail.password-reset.expiry':
    'Bağlantı {minutes, plural, one {# dakika} other {# dakika}} geçerlidir ve yalnızca bir kez kullanılabilir.',
  'mail.password-reset.ignore':
    'Bu kişi siz değilseniz bu e-postayı dikkate almayın. Parolanız aynı kalır.',
  'mail.first-proof.subject': '{serviceName} için e-posta adresinizi doğrulayın',
  'mail.first-proof.lead':
    'Bir {serviceName} hesabı bu e-posta adresini kullanıyor, ancak adresi henüz kimse doğrulamadı.',
  'mail.first-proof.you':
    'Adres size aitse yeni bir parola seçin. Bu, adresi doğrular ve hesapta daha önce ayarlanmış her şeyi sona erdirir.',
  'mail.first-proof.action': 'Yeni parola seç',
  'mail.first-proof.expiry':
    'Bağlantı {hours, plural, one {# saat} other {# saat}} geçerlidir ve yalnızca bir kez kullanılabilir.',
  'mail.first-proof.ignore':
    'Bu kişi siz değilseniz bu e-postayı dikkate almayın. Hiçbir şey değişmedi.',
  'mail.password-changed.subject': '{serviceName} parolanız değiştirildi',
  'mail.password-changed.lead':
    '{serviceName} hesabınızın parolası değiştirildi. Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.',
  'mail.password-changed.other':
    'Bunu siz yapmadıysanız parolanızı hemen sıfırlayın. Böylece diğer herkesin oturumu kapatılır.',
  'mail.password-changed.action': 'Parolayı sıfırla',
  'mail.factor-added.subject':
    '{serviceName} hesabınız için bir kimlik doğrulama uygulaması kuruldu',
  'mail.factor-added.lead':
    '{serviceName} hesabınız için bir kimlik doğrulama uygulaması kuruldu. Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.',
  'mail.factor-added.other':
    'Bunu siz yapmadıysanız parolanızı hemen sıfırlayın. Böylece diğer herkesin oturumu kapatılır.',
  'mail.factor-added.action': 'Parolayı sıfırla',
  'mail.factor-removed.subject':
    'Kimlik doğrulama uygulaması {serviceName} hesabınızdan kaldırıldı',
  'mail.factor-removed.lead':
    'Kimlik doğrulama uygulaması {serviceName} hesabınızdan kaldırıldı. Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.',
  'mail.factor-removed.other':
    'Bunu siz yapmadıysanız parolanızı hemen sıfırlayın. Böylece diğer herkesin oturumu kapatılır.',
  'mail.factor-removed.action': 'Parolayı sıfırla',
  'mail.factor-removal.subject': '{serviceName} hesabınızın ikinci faktörü kaldırılacak',
  'mail.factor-removal.lead':
    '{serviceName} işletmecisinden hesabınızın kaybedilen ikinci faktörünü kaldırması istendi. Faktör 24 saat sonra kaldırılacak.',
  'mail.factor-removal.other':
    'Bunu siz istemediyseniz kaldırmayı hemen durdurun ve parolanızı değiştirin.',
  'mail.factor-removal.action': 'Kaldırmayı durdur',
  'mail.recovery-used.subject': '{serviceName} hesabınızın bir kurtarma kodu kullanıldı',
  'mail.recovery-used.lead':
    '{serviceName} hesabınızın bir kurtarma kodu kullanıldı. Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.',
  'mail.recovery-used.left': 'Kalan kodlar: {count, number}.',
  'mail.recovery-used.other':
    'Bunu siz yapmadıysanız parolanızı hemen sıfırlayın. Böylece diğer herkesin oturumu kapatılır.',
  'mail.recovery-used.action': 'Parolayı sıfırla',
  'mail.passkey-added.subject': '{serviceName} hesabınıza bir geçiş anahtarı eklendi',
  'mail.passkey-added.lead':
    '{serviceName} hesabınıza bir geçiş anahtarı eklendi. Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.',
  'mail.passkey-added.other':
    'Bunu siz yapmadıysanız parolanızı hemen sıfırlayın. Böylece diğer herkesin oturumu kapatılır.',
  'mail.passkey-added.action': 'Parolayı sıfırla',
  'mail.passkey-removed.subject': '{serviceName} hesabınızdan bir geçiş anahtarı kaldırıldı',
  'mail.passkey-removed.lead':
    '{serviceName} hesabınızdan bir geçiş anahtarı kaldırıldı. Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.',
  'mail.passkey-removed.other':
    'Bunu siz yapmadıysanız parolanızı hemen sıfırlayın. Böylece diğer herkesin oturumu kapatılır.',
  'mail.passkey-removed.action': 'Parolayı sıfırla',
  'mail.email-changed.subject': '{serviceName} hesabınızın e-posta adresi değiştirildi',
  'mail.email-changed.lead':
    '{serviceName} hesabınızın e-posta adresi {newEmail} olarak değiştirildi. Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.',
  'mail.email-changed.yours':
    'Bunu sizin yaptığınızı aynı sayfada onaylarsanız bu adresten değişiklik artık geri alınamaz.',
  'mail.email-changed.other':
    'Bunu siz yapmadıysanız değişikliği hemen geri alın, ardından yeni bir parola seçin.',
  'mail.email-changed.action': 'Değişikliği geri al',
  'mail.email-changed.expiry':
    'Bağlantı {days, plural, one {# gün} other {# gün}} geçerlidir ve yalnızca bir kez kullanılabilir.',
  'mail.email-left.subject': '{serviceName} hesabınızın e-posta adresi değiştirildi',
  'mail.email-left.lead':
    '{serviceName} hesabınızın e-posta adresi değiştirildi. Bunu siz yapmadıysanız {serviceName} ile iletişime geçin.',
  'mail.account-deleted.subject': '{serviceName} hesabınız silindi',
  'mail.account-deleted.lead':
    '{serviceName} hesabınız silindi. Bunu siz yapmadıysanız {serviceName} ile iletişime geçin.',
  'mail.email-pending.subject': '{serviceName} hesabınızın e-posta adresi değiştirildi',
  'mail.email-pending.lead':
    'Bir uygulama {serviceName} hesabınızın e-posta adresini {newEmail} olarak değiştirdi. Yeni adresi kabul edene kadar bu adresle oturum açarsınız.',
  'mail.email-pending.other':
    'Bunu siz yapmadıysanız bu uygulamanın erişimini hemen kaldırın ve parolanızı değiştirin.',
  'mail.email-pending.action': 'Yeni adresi kullan',
  'mail.email-pending.expiry':
    'Bağlantı {hours, plural, one {# saat} other {# saat}} geçerlidir ve yalnızca bir kez kullanılabilir.',
  'mail.application-authorized.subject': 'Bir uygulama artık {serviceName} hesabınızı kullanabilir',
  'mail.application-authorized.lead':
    '{application} uygulamasının {serviceName} hesabınızı kullanmasına izin verdiniz. Bu erişimi istediğiniz zaman kaldırabilirsiniz.',
  'mail.application-authorized.other':
    'Bunu siz yapmadıysanız bu uygulamanın erişimini hemen kaldırın ve parolanızı değiştirin.',
  'mail.application-authorized.action': 'Bağlı uygulamaları görüntüle',
  'mail.new-browser.subject': '{serviceName} hesabınızda yeni oturum açıldı',
  'mail.new-browser.lead':
    'Biri az önce {serviceName} hesabınızda, bu hesapla daha önce kullanılmamış bir tarayıcıdan oturum açtı: {browser}, IP adresi {source}.',
  'mail.new-browser.other': 'Bunu siz yapmadıysanız şimdi yeni bir parola seçin.',
  'mail.new-browser.action': 'Parolayı sıfırla',
};
