import type { MailCatalogue } from './en.js';

/** Terms: حساب، گذرواژه، توکن دسترسی، برنامه، نشانی ایمیل. */
export const fa: MailCatalogue = {
  'mail.greeting': 'سلام {name}،',
  'mail.greeting_nameless': 'سلام،',
  'mail.link_hint': 'اگر دکمه کار نمی‌کند، این پیوند را در مرورگر خود کپی کنید:',
  'mail.code':
    'یا این کد را در صفحه‌ای وارد کنید که این ایمیل را از آن درخواست کرده‌اید. این کد {codeMinutes, plural, one {# دقیقه} other {# دقیقه}} اعتبار دارد و فقط یک بار کار می‌کند.',
  'mail.verification.subject': 'نشانی ایمیل خود را برای {serviceName} تأیید کنید',
  'mail.verification.lead':
    'لطفاً تأیید کنید که این نشانی ایمیل شماست. این نشانی برای حسابی در {serviceName} وارد شده است.',
  'mail.verification.action': 'تأیید نشانی ایمیل',
  'mail.verification.expiry':
    'این پیوند {hours, plural, one {# ساعت} other {# ساعت}} اعتبار دارد و فقط یک بار کار می‌کند.',
  'mail.verification.ignore':
    'اگر این حساب متعلق به شما نیست، این ایمیل را نادیده بگیرید. در این صورت نشانی تأییدنشده می‌ماند.',
  'mail.sign-up.subject': 'ایجاد حساب خود در {serviceName} را تکمیل کنید',
  'mail.sign-up.lead':
    'دیگر چیزی نمانده است. برای تکمیل ایجاد حساب خود در {serviceName}، پیوند را باز کنید. در آن صفحه گذرواژه‌ای که انتخاب کرده‌اید از شما خواسته می‌شود.',
  'mail.sign-up.action': 'تکمیل ایجاد حساب',
  'mail.sign-up.expiry':
    'این پیوند {hours, plural, one {# ساعت} other {# ساعت}} اعتبار دارد و فقط یک بار کار می‌کند.',
  'mail.sign-up.ignore':
    'اگر شما ثبت‌نام نکرده‌اید، این ایمیل را نادیده بگیرید. بدون اقدام شما هیچ حسابی ایجاد نمی‌شود.',
  'mail.sign-up-taken.subject': 'شما از قبل در {serviceName} حساب دارید',
  'mail.sign-up-taken.lead':
    'کسی تلاش کرده است با این نشانی ایمیل حسابی در {serviceName} ایجاد کند، اما شما از قبل حساب دارید. چیزی تغییر نکرده است.',
  'mail.sign-up-taken.you':
    'اگر شما بوده‌اید، کافی است وارد حساب خود شوید. اگر گذرواژهٔ خود را فراموش کرده‌اید، می‌توانید آن را در صفحهٔ ورود بازنشانی کنید.',
  'mail.sign-up-taken.action': 'ورود',
  'mail.sign-up-taken.ignore': 'اگر شما نبوده‌اید، لازم نیست کاری انجام دهید.',
  'mail.password-reset.subject': 'بازنشانی گذرواژهٔ شما در {serviceName}',
  'mail.password-reset.lead':
    'کسی درخواست کرده است که گذرواژهٔ حساب شما در {serviceName} بازنشانی شود. اگر شما بوده‌اید، گذرواژهٔ جدیدی انتخاب کنید.',
  'mail.password-reset.action': 'انتخاب گذرواژهٔ جدید',
  'mail.password-reset.expiry':
    'این پیوند {minutes, plural, one {# دقیقه} other {# دقیقه}} اعتبار دارد و فقط یک بار کار می‌کند.',
  'mail.password-reset.ignore':
    'اگر شما نبوده‌اید، این ایمیل را نادیده بگیرید. گذرواژهٔ شما بدون تغییر می‌ماند.',
  'mail.first-proof.subject': 'نشانی ایمیل خود را برای {serviceName} تأیید کنید',
  'mail.first-proof.lead':
    'حسابی در {serviceName} از این نشانی ایمیل استفاده می‌کند، اما هنوز کسی آن را تأیید نکرده است.',
  'mail.first-proof.you':
    'اگر این نشانی از آنِ شماست، گذرواژهٔ تازه‌ای برگزینید. این کار نشانی را تأیید می‌کند و به هر چیزی که پیش‌تر در حساب تنظیم شده بود پایان می‌دهد.',
  'mail.first-proof.action': 'انتخاب گذرواژهٔ جدید',
  'mail.first-proof.expiry':
    'این پیوند {hours, plural, one {# ساعت} other {# ساعت}} اعتبار دارد و فقط یک بار کار می‌کند.',
  'mail.first-proof.ignore': 'اگر شما نبوده‌اید، این ایمیل را نادیده بگیرید. چیزی تغییر نکرده است.',
  'mail.password-changed.subject': 'گذرواژهٔ شما در {serviceName} تغییر کرد',
  'mail.password-changed.lead':
    'گذرواژهٔ حساب شما در {serviceName} تغییر کرده است. اگر شما این کار را کرده‌اید، لازم نیست کار دیگری انجام دهید.',
  'mail.password-changed.other':
    'اگر شما نبوده‌اید، بی‌درنگ گذرواژهٔ خود را بازنشانی کنید. با این کار همهٔ افراد دیگر از حساب شما خارج می‌شوند.',
  'mail.password-changed.action': 'بازنشانی گذرواژه',
  'mail.factor-added.subject': 'برنامهٔ احراز هویت برای حساب شما در {serviceName} راه‌اندازی شد',
  'mail.factor-added.lead':
    'برنامهٔ احراز هویت برای حساب شما در {serviceName} راه‌اندازی شد. اگر شما این کار را کرده‌اید، لازم نیست کار دیگری انجام دهید.',
  'mail.factor-added.other':
    'اگر شما نبوده‌اید، بی‌درنگ گذرواژهٔ خود را بازنشانی کنید. با این کار همهٔ افراد دیگر از حساب شما خارج می‌شوند.',
  'mail.factor-added.action': 'بازنشانی گذرواژه',
  'mail.factor-removed.subject': 'برنامهٔ احراز هویت از حساب شما در {serviceName} حذف شد',
  'mail.factor-removed.lead':
    'برنامهٔ احراز هویت از حساب شما در {serviceName} حذف شد. اگر شما این کار را کرده‌اید، لازم نیست کار دیگری انجام دهید.',
  'mail.factor-removed.other':
    'اگر شما نبوده‌اید، بی‌درنگ گذرواژهٔ خود را بازنشانی کنید. با این کار همهٔ افراد دیگر از حساب شما خارج می‌شوند.',
  'mail.factor-removed.action': 'بازنشانی گذرواژه',
  'mail.factor-removal.subject': 'عامل دوم احراز هویت حساب شما در {serviceName} حذف خواهد شد',
  'mail.factor-removal.lead':
    'از گردانندهٔ {serviceName} درخواست شده است عامل دوم احراز هویتِ ازدست‌رفتهٔ حساب شما را حذف کند. این عامل ۲۴ ساعت دیگر حذف می‌شود.',
  'mail.factor-removal.other':
    'اگر شما این درخواست را نداده‌اید، بی‌درنگ حذف را متوقف کنید و گذرواژهٔ خود را تغییر دهید.',
  'mail.factor-removal.action': 'توقف حذف',
  'mail.recovery-used.subject': 'یکی از کدهای بازیابی حساب شما در {serviceName} استفاده شد',
  'mail.recovery-used.lead':
    'یکی از کدهای بازیابی حساب شما در {serviceName} استفاده شد. اگر شما این کار را کرده‌اید، لازم نیست کار دیگری انجام دهید.',
  'mail.recovery-used.left': 'کدهای باقی‌مانده: {count, number}.',
  'mail.recovery-used.other':
    'اگر شما نبوده‌اید، بی‌درنگ گذرواژهٔ خود را بازنشانی کنید. با این کار همهٔ افراد دیگر از حساب شما خارج می‌شوند.',
  'mail.recovery-used.action': 'بازنشانی گذرواژه',
  'mail.passkey-added.subject': 'گذرکلیدی به حساب شما در {serviceName} افزوده شد',
  'mail.passkey-added.lead':
    'گذرکلیدی به حساب شما در {serviceName} افزوده شد. اگر شما این کار را کرده‌اید، لازم نیست کار دیگری انجام دهید.',
  'mail.passkey-added.other':
    'اگر شما نبوده‌اید، بی‌درنگ گذرواژهٔ خود را بازنشانی کنید. با این کار همهٔ افراد دیگر از حساب شما خارج می‌شوند.',
  'mail.passkey-added.action': 'بازنشانی گذرواژه',
  'mail.passkey-removed.subject': 'گذرکلیدی از حساب شما در {serviceName} حذف شد',
  'mail.passkey-removed.lead':
    'گذرکلیدی از حساب شما در {serviceName} حذف شد. اگر شما این کار را کرده‌اید، لازم نیست کار دیگری انجام دهید.',
  'mail.passkey-removed.other':
    'اگر شما نبوده‌اید، بی‌درنگ گذرواژهٔ خود را بازنشانی کنید. با این کار همهٔ افراد دیگر از حساب شما خارج می‌شوند.',
  'mail.passkey-removed.action': 'بازنشانی گذرواژه',
  'mail.email-changed.subject': 'نشانی ایمیل حساب شما در {serviceName} تغییر کرد',
  'mail.email-changed.lead':
    'نشانی ایمیل حساب شما در {serviceName} به {newEmail} تغییر کرده است. اگر شما این کار را کرده‌اید، لازم نیست کار دیگری انجام دهید.',
  'mail.email-changed.yours':
    'اگر در همان صفحه تأیید کنید که شما این کار را کرده‌اید، دیگر نمی‌توان با این نشانی تغییر را برگرداند.',
  'mail.email-changed.other':
    'اگر شما نبوده‌اید، بی‌درنگ این تغییر را برگردانید و سپس گذرواژهٔ جدیدی انتخاب کنید.',
  'mail.email-changed.action': 'برگرداندن تغییر',
  'mail.email-changed.expiry':
    'این پیوند {days, plural, one {# روز} other {# روز}} اعتبار دارد و فقط یک بار کار می‌کند.',
  'mail.email-left.subject': 'نشانی ایمیل حساب شما در {serviceName} تغییر کرد',
  'mail.email-left.lead':
    'نشانی ایمیل حساب شما در {serviceName} تغییر کرده است. اگر شما این کار را نکرده‌اید، با {serviceName} تماس بگیرید.',
  'mail.account-deleted.subject': 'حساب شما در {serviceName} حذف شده است',
  'mail.account-deleted.lead':
    'حساب شما در {serviceName} حذف شده است. اگر شما این کار را نکرده‌اید، با {serviceName} تماس بگیرید.',
  'mail.email-pending.subject': 'نشانی ایمیل حساب شما در {serviceName} تغییر کرد',
  'mail.email-pending.lead':
    'برنامه‌ای نشانی ایمیل حساب شما در {serviceName} را به {newEmail} تغییر داده است. تا وقتی نشانی تازه را نپذیرید، با همین نشانی وارد می‌شوید.',
  'mail.email-pending.other':
    'اگر شما نبوده‌اید، بی‌درنگ دسترسی این برنامه را پس بگیرید و گذرواژهٔ خود را تغییر دهید.',
  'mail.email-pending.action': 'استفاده از نشانی تازه',
  'mail.email-pending.expiry':
    'این پیوند {hours, plural, one {# ساعت} other {# ساعت}} اعتبار دارد و فقط یک بار کار می‌کند.',
  'mail.application-authorized.subject':
    'اکنون یک برنامه می‌تواند از حساب شما در {serviceName} استفاده کند',
  'mail.application-authorized.lead':
    'به {application} اجازه دادید از حساب شما در {serviceName} استفاده کند. هر زمان که بخواهید می‌توانید این دسترسی را پس بگیرید.',
  'mail.application-authorized.other':
    'اگر شما نبوده‌اید، بی‌درنگ دسترسی این برنامه را پس بگیرید و گذرواژهٔ خود را تغییر دهید.',
  'mail.application-authorized.action': 'مشاهدهٔ برنامه‌های متصل',
  'mail.new-browser.subject': 'ورود جدید به حساب شما در {serviceName}',
  'mail.new-browser.lead':
    'همین حالا کسی با مرورگری که پیش‌تر برای حساب شما در {serviceName} به کار نرفته بود وارد این حساب شده است: {browser}، نشانی IP {source}.',
  'mail.new-browser.other': 'اگر شما نبوده‌اید، اکنون گذرواژهٔ جدیدی انتخاب کنید.',
  'mail.new-browser.action': 'بازنشانی گذرواژه',
};
