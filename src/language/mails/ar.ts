import type { MailCatalogue } from './en.js';

/** Terms: حساب، كلمة المرور، رمز الوصول، تطبيق، البريد الإلكتروني. */
export const ar: MailCatalogue = {
  'mail.greeting': 'مرحبًا {name}،',
  'mail.greeting_nameless': 'مرحبًا،',
  'mail.link_hint': 'إذا لم يعمل الزر، فانسخ هذا الرابط إلى متصفحك:',
  'mail.code':
    'أو أدخِل هذا الرمز في الصفحة التي طلبت منها هذه الرسالة. يظل الرمز صالحًا لمدة {codeMinutes, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}، ولا يمكن استخدامه إلا مرة واحدة.',
  'mail.verification.subject': 'تأكيد بريدك الإلكتروني لدى {serviceName}',
  'mail.verification.lead':
    'يُرجى تأكيد أن هذا هو بريدك الإلكتروني، إذ تم إدخاله في حساب لدى {serviceName}.',
  'mail.verification.action': 'تأكيد البريد الإلكتروني',
  'mail.verification.expiry':
    'يظل الرابط صالحًا لمدة {hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتين} few {# ساعات} many {# ساعة} other {# ساعة}}، ولا يمكن استخدامه إلا مرة واحدة.',
  'mail.verification.ignore':
    'إذا لم يكن هذا الحساب لك، فتجاهل هذه الرسالة. وسيبقى البريد الإلكتروني غير مؤكَّد.',
  'mail.sign-up.subject': 'إكمال إنشاء حسابك لدى {serviceName}',
  'mail.sign-up.lead':
    'لم تبقَ سوى خطوة واحدة. افتح الرابط لإكمال إنشاء حسابك لدى {serviceName}. ستطلب الصفحة كلمة المرور التي اخترتها.',
  'mail.sign-up.action': 'إكمال إنشاء الحساب',
  'mail.sign-up.expiry':
    'يظل الرابط صالحًا لمدة {hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتين} few {# ساعات} many {# ساعة} other {# ساعة}}، ولا يمكن استخدامه إلا مرة واحدة.',
  'mail.sign-up.ignore':
    'إذا لم تطلب إنشاء حساب، فتجاهل هذه الرسالة. ولن يُنشأ أي حساب بدون موافقتك.',
  'mail.sign-up-taken.subject': 'لديك حساب بالفعل لدى {serviceName}',
  'mail.sign-up-taken.lead':
    'حاول شخص ما إنشاء حساب لدى {serviceName} بهذا البريد الإلكتروني، لكن لديك حسابًا بالفعل. لم يتغير أي شيء.',
  'mail.sign-up-taken.you':
    'إذا كنت أنت من فعل ذلك، فما عليك سوى تسجيل الدخول. وإذا نسيت كلمة المرور، فيمكنك إعادة تعيينها هناك.',
  'mail.sign-up-taken.action': 'تسجيل الدخول',
  'mail.sign-up-taken.ignore': 'إذا لم تكن أنت من فعل ذلك، فلا حاجة إلى فعل أي شيء.',
  'mail.password-reset.subject': 'إعادة تعيين كلمة المرور لدى {serviceName}',
  'mail.password-reset.lead':
    'طلب شخص ما إعادة تعيين كلمة المرور لحسابك لدى {serviceName}. إذا كنت أنت من طلب ذلك، فاختر كلمة مرور جديدة.',
  'mail.password-reset.action': 'اختيار كلمة مرور جديدة',
  'mail.password-reset.expiry':
    'يظل الرابط صالحًا لمدة {minutes, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}، ولا يمكن استخدامه إلا مرة واحدة.',
  'mail.password-reset.ignore':
    'إذا لم تكن أنت من طلب ذلك، فتجاهل هذه الرسالة. وستبقى كلمة المرور كما هي.',
  'mail.first-proof.subject': 'تأكيد بريدك الإلكتروني لدى {serviceName}',
  'mail.first-proof.lead':
    'يستخدم حساب لدى {serviceName} هذا البريد الإلكتروني، لكن لم يؤكده أحد بعد.',
  'mail.first-proof.you':
    'إذا كان هذا البريد لك، فاختر كلمة مرور جديدة. يؤكد ذلك البريد وينهي كل ما تم إعداده في الحساب من قبل.',
  'mail.first-proof.action': 'اختيار كلمة مرور جديدة',
  'mail.first-proof.expiry':
    'يظل الرابط صالحًا لمدة {hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتين} few {# ساعات} many {# ساعة} other {# ساعة}}، ولا يمكن استخدامه إلا مرة واحدة.',
  'mail.first-proof.ignore': 'إذا لم تكن أنت من طلب ذلك، فتجاهل هذه الرسالة. لم يتغير أي شيء.',
  'mail.password-changed.subject': 'تم تغيير كلمة المرور لدى {serviceName}',
  'mail.password-changed.lead':
    'تم تغيير كلمة المرور لحسابك لدى {serviceName}. إذا كنت أنت من فعل ذلك، فلا حاجة إلى فعل أي شيء آخر.',
  'mail.password-changed.other':
    'إذا لم تكن أنت من فعل ذلك، فأعد تعيين كلمة المرور فورًا. وسيؤدي ذلك إلى تسجيل خروج أي شخص آخر.',
  'mail.password-changed.action': 'إعادة تعيين كلمة المرور',
  'mail.factor-added.subject': 'تم إعداد تطبيق مصادقة لحسابك لدى {serviceName}',
  'mail.factor-added.lead':
    'تم إعداد تطبيق مصادقة لحسابك لدى {serviceName}. إذا كنت أنت من فعل ذلك، فلا حاجة إلى فعل أي شيء آخر.',
  'mail.factor-added.other':
    'إذا لم تكن أنت من فعل ذلك، فأعد تعيين كلمة المرور فورًا. وسيؤدي ذلك إلى تسجيل خروج أي شخص آخر.',
  'mail.factor-added.action': 'إعادة تعيين كلمة المرور',
  'mail.factor-removed.subject': 'تمت إزالة تطبيق المصادقة من حسابك لدى {serviceName}',
  'mail.factor-removed.lead':
    'تمت إزالة تطبيق المصادقة من حسابك لدى {serviceName}. إذا كنت أنت من فعل ذلك، فلا حاجة إلى فعل أي شيء آخر.',
  'mail.factor-removed.other':
    'إذا لم تكن أنت من فعل ذلك، فأعد تعيين كلمة المرور فورًا. وسيؤدي ذلك إلى تسجيل خروج أي شخص آخر.',
  'mail.factor-removed.action': 'إعادة تعيين كلمة المرور',
  'mail.factor-removal.subject': 'ستتم إزالة عامل المصادقة الثاني لحسابك لدى {serviceName}',
  'mail.factor-removal.lead':
    'طُلب من مشغّل {serviceName} إزالة عامل المصادقة الثاني المفقود لحسابك. ستتم إزالته بعد 24 ساعة.',
  'mail.factor-removal.other': 'إذا لم تطلب ذلك، فأوقف الإزالة فورًا وغيّر كلمة مرورك.',
  'mail.factor-removal.action': 'إيقاف الإزالة',
  'mail.recovery-used.subject': 'تم استخدام أحد رموز الاسترداد لحسابك لدى {serviceName}',
  'mail.recovery-used.lead':
    'تم استخدام أحد رموز الاسترداد لحسابك لدى {serviceName}. إذا كنت أنت من فعل ذلك، فلا حاجة إلى فعل أي شيء آخر.',
  'mail.recovery-used.left': 'الرموز المتبقية: {count, number}.',
  'mail.recovery-used.other':
    'إذا لم تكن أنت من فعل ذلك، فأعد تعيين كلمة المرور فورًا. وسيؤدي ذلك إلى تسجيل خروج أي شخص آخر.',
  'mail.recovery-used.action': 'إعادة تعيين كلمة المرور',
  'mail.passkey-added.subject': 'تمت إضافة مفتاح مرور إلى حسابك لدى {serviceName}',
  'mail.passkey-added.lead':
    'تمت إضافة مفتاح مرور إلى حسابك لدى {serviceName}. إذا كنت أنت من فعل ذلك، فلا حاجة إلى فعل أي شيء آخر.',
  'mail.passkey-added.other':
    'إذا لم تكن أنت من فعل ذلك، فأعد تعيين كلمة المرور فورًا. وسيؤدي ذلك إلى تسجيل خروج أي شخص آخر.',
  'mail.passkey-added.action': 'إعادة تعيين كلمة المرور',
  'mail.passkey-removed.subject': 'تمت إزالة مفتاح مرور من حسابك لدى {serviceName}',
  'mail.passkey-removed.lead':
    'تمت إزالة مفتاح مرور من حسابك لدى {serviceName}. إذا كنت أنت من فعل ذلك، فلا حاجة إلى فعل أي شيء آخر.',
  'mail.passkey-removed.other':
    'إذا لم تكن أنت من فعل ذلك، فأعد تعيين كلمة المرور فورًا. وسيؤدي ذلك إلى تسجيل خروج أي شخص آخر.',
  'mail.passkey-removed.action': 'إعادة تعيين كلمة المرور',
  'mail.email-changed.subject': 'تم تغيير البريد الإلكتروني لحسابك لدى {serviceName}',
  'mail.email-changed.lead':
    'تم تغيير البريد الإلكتروني لحسابك لدى {serviceName} إلى {newEmail}. إذا كنت أنت من فعل ذلك، فلا حاجة إلى فعل أي شيء آخر.',
  'mail.email-changed.yours':
    'إذا أكدت في الصفحة نفسها أنك من فعل ذلك، فلن يمكن بعد ذلك التراجع عن التغيير من هذا البريد.',
  'mail.email-changed.other':
    'إذا لم تكن أنت من فعل ذلك، فتراجع عن التغيير فورًا، ثم اختر كلمة مرور جديدة.',
  'mail.email-changed.action': 'التراجع عن التغيير',
  'mail.email-changed.expiry':
    'يظل الرابط صالحًا لمدة {days, plural, zero {# يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}، ولا يمكن استخدامه إلا مرة واحدة.',
  'mail.email-left.subject': 'تم تغيير البريد الإلكتروني لحسابك لدى {serviceName}',
  'mail.email-left.lead':
    'تم تغيير البريد الإلكتروني لحسابك لدى {serviceName}. إذا لم تكن أنت من فعل ذلك، فتواصل مع {serviceName}.',
  'mail.account-deleted.subject': 'تم حذف حسابك لدى {serviceName}',
  'mail.account-deleted.lead':
    'تم حذف حسابك لدى {serviceName}. إذا لم تكن أنت من فعل ذلك، فتواصل مع {serviceName}.',
  'mail.email-pending.subject': 'تم تغيير البريد الإلكتروني لحسابك لدى {serviceName}',
  'mail.email-pending.lead':
    'غيّر أحد التطبيقات البريد الإلكتروني لحسابك لدى {serviceName} إلى {newEmail}. إلى أن تقبل البريد الجديد، سجّل الدخول بهذا البريد.',
  'mail.email-pending.other':
    'إذا لم تكن أنت من فعل ذلك، فأبطِل إذن وصول هذا التطبيق فورًا، وغيّر كلمة المرور.',
  'mail.email-pending.action': 'استخدام البريد الجديد',
  'mail.email-pending.expiry':
    'يظل الرابط صالحًا لمدة {hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتين} few {# ساعات} many {# ساعة} other {# ساعة}}، ولا يمكن استخدامه إلا مرة واحدة.',
  'mail.application-authorized.subject':
    'أصبح بإمكان أحد التطبيقات استخدام حسابك لدى {serviceName}',
  'mail.application-authorized.lead':
    'منحت تطبيق {application} إذن استخدام حسابك لدى {serviceName}. يمكنك إبطال هذا الإذن في أي وقت.',
  'mail.application-authorized.other':
    'إذا لم تكن أنت من فعل ذلك، فأبطِل إذن وصول هذا التطبيق فورًا، وغيّر كلمة المرور.',
  'mail.application-authorized.action': 'عرض التطبيقات المرتبطة',
  'mail.new-browser.subject': 'تسجيل دخول جديد إلى حسابك لدى {serviceName}',
  'mail.new-browser.lead':
    'سجّل شخص ما الدخول للتو إلى حسابك لدى {serviceName} من متصفح لم يُستخدم معه من قبل: {browser}، عنوان IP {source}.',
  'mail.new-browser.other': 'إذا لم تكن أنت من فعل ذلك، فاختر الآن كلمة مرور جديدة.',
  'mail.new-browser.action': 'إعادة تعيين كلمة المرور',
};
