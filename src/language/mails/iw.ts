import type { MailCatalogue } from './en.js';

/** Terms: חשבון, סיסמה, אסימון גישה, אפליקציה, כתובת אימייל. */
export const iw: MailCatalogue = {
  'mail.greeting': 'שלום {name},',
  'mail.greeting_nameless': 'שלום,',
  'mail.link_hint': 'אם הלחצן אינו פועל, יש להעתיק את הקישור הזה לדפדפן:',
  'mail.code':
    'אפשר גם להזין את הקוד הזה בדף שממנו התבקש האימייל הזה. הקוד תקף למשך {codeMinutes, plural, one {דקה אחת} two {שתי דקות} other {# דקות}}, ואפשר להשתמש בו פעם אחת בלבד.',
  'mail.verification.subject': 'אימות כתובת האימייל שלך עבור {serviceName}',
  'mail.verification.lead':
    'נא לאמת שכתובת האימייל הזו שייכת לך. היא הוזנה עבור חשבון {serviceName}.',
  'mail.verification.action': 'אימות כתובת האימייל',
  'mail.verification.expiry':
    'הקישור תקף למשך {hours, plural, one {שעה אחת} two {שעתיים} other {# שעות}}, ואפשר להשתמש בו פעם אחת בלבד.',
  'mail.verification.ignore':
    'אם החשבון הזה אינו שלך, יש להתעלם מהאימייל הזה. במקרה כזה הכתובת לא תאומת.',
  'mail.sign-up.subject': 'השלמת היצירה של חשבון {serviceName} שלך',
  'mail.sign-up.lead':
    'כמעט סיימת. כדי להשלים את היצירה של חשבון {serviceName} שלך, יש לפתוח את הקישור. הדף יבקש את הסיסמה שבחרת.',
  'mail.sign-up.action': 'השלמת יצירת החשבון',
  'mail.sign-up.expiry':
    'הקישור תקף למשך {hours, plural, one {שעה אחת} two {שעתיים} other {# שעות}}, ואפשר להשתמש בו פעם אחת בלבד.',
  'mail.sign-up.ignore': 'אם לא נרשמת, יש להתעלם מהאימייל הזה. לא ייווצר חשבון ללא אישור ממך.',
  'mail.sign-up-taken.subject': 'כבר יש לך חשבון {serviceName}',
  'mail.sign-up-taken.lead':
    'מישהו ניסה ליצור חשבון {serviceName} עם כתובת האימייל הזו, אך כבר יש לך חשבון. דבר לא השתנה.',
  'mail.sign-up-taken.you':
    'אם הניסיון היה שלך, אפשר פשוט להתחבר. אם שכחת את הסיסמה, אפשר לאפס אותה בדף ההתחברות.',
  'mail.sign-up-taken.action': 'התחברות',
  'mail.sign-up-taken.ignore': 'אם הניסיון לא היה שלך, אין צורך לעשות דבר.',
  'mail.password-reset.subject': 'איפוס הסיסמה של חשבון {serviceName} שלך',
  'mail.password-reset.lead':
    'התקבלה בקשה לאפס את הסיסמה של חשבון {serviceName} שלך. אם הבקשה היא שלך, יש לבחור סיסמה חדשה.',
  'mail.password-reset.action': 'בחירת סיסמה חדשה',
  'mail.password-reset.expiry':
    'הקישור תקף למשך {minutes, plural, one {דקה אחת} two {שתי דקות} other {# דקות}}, ואפשר להשתמש בו פעם אחת בלבד.',
  'mail.password-reset.ignore': 'אם הבקשה אינה שלך, יש להתעלם מהאימייל הזה. הסיסמה שלך לא תשתנה.',
  'mail.first-proof.subject': 'אימות כתובת האימייל שלך עבור {serviceName}',
  'mail.first-proof.lead':
    'חשבון {serviceName} משתמש בכתובת האימייל הזו, אבל איש עדיין לא אימת אותה.',
  'mail.first-proof.you':
    'אם הכתובת שלך, יש לבחור סיסמה חדשה. פעולה זו מאמתת את הכתובת ומסיימת את כל מה שהוגדר קודם בחשבון.',
  'mail.first-proof.action': 'בחירת סיסמה חדשה',
  'mail.first-proof.expiry':
    'הקישור תקף למשך {hours, plural, one {שעה אחת} two {שעתיים} other {# שעות}}, ואפשר להשתמש בו פעם אחת בלבד.',
  'mail.first-proof.ignore': 'אם הבקשה אינה שלך, יש להתעלם מהאימייל הזה. דבר לא השתנה.',
  'mail.password-changed.subject': 'הסיסמה של חשבון {serviceName} שלך שונתה',
  'mail.password-changed.lead':
    'הסיסמה של חשבון {serviceName} שלך שונתה. אם השינוי נעשה על ידך, אין צורך לעשות דבר נוסף.',
  'mail.password-changed.other':
    'אם השינוי לא נעשה על ידך, יש לאפס מיד את הסיסמה שלך. האיפוס ינתק את כל האחרים מהחשבון.',
  'mail.password-changed.action': 'איפוס הסיסמה',
  'mail.factor-added.subject': 'הוגדרה אפליקציית אימות לחשבון שלך ב־{serviceName}',
  'mail.factor-added.lead':
    'הוגדרה אפליקציית אימות לחשבון שלך ב־{serviceName}. אם השינוי נעשה על ידך, אין צורך לעשות דבר נוסף.',
  'mail.factor-added.other':
    'אם השינוי לא נעשה על ידך, יש לאפס מיד את הסיסמה שלך. האיפוס ינתק את כל האחרים מהחשבון.',
  'mail.factor-added.action': 'איפוס הסיסמה',
  'mail.factor-removed.subject': 'אפליקציית האימות הוסרה מהחשבון שלך ב־{serviceName}',
  'mail.factor-removed.lead':
    'אפליקציית האימות הוסרה מהחשבון שלך ב־{serviceName}. אם השינוי נעשה על ידך, אין צורך לעשות דבר נוסף.',
  'mail.factor-removed.other':
    'אם השינוי לא נעשה על ידך, יש לאפס מיד את הסיסמה שלך. האיפוס ינתק את כל האחרים מהחשבון.',
  'mail.factor-removed.action': 'איפוס הסיסמה',
  'mail.factor-removal.subject': 'גורם האימות השני של החשבון שלך ב־{serviceName} עומד להיות מוסר',
  'mail.factor-removal.lead':
    'המפעיל של {serviceName} התבקש להסיר מהחשבון שלך את גורם האימות השני שאבד. הוא יוסר בעוד 24 שעות.',
  'mail.factor-removal.other': 'אם הבקשה לא הגיעה ממך, יש לעצור מיד את ההסרה ולשנות את הסיסמה שלך.',
  'mail.factor-removal.action': 'עצירת ההסרה',
  'mail.recovery-used.subject': 'נעשה שימוש בקוד שחזור של החשבון שלך ב־{serviceName}',
  'mail.recovery-used.lead':
    'נעשה שימוש בקוד שחזור של החשבון שלך ב־{serviceName}. אם השימוש נעשה על ידך, אין צורך לעשות דבר נוסף.',
  'mail.recovery-used.left': 'קודים שנותרו: {count, number}.',
  'mail.recovery-used.other':
    'אם השימוש לא נעשה על ידך, יש לאפס מיד את הסיסמה שלך. האיפוס ינתק את כל האחרים מהחשבון.',
  'mail.recovery-used.action': 'איפוס הסיסמה',
  'mail.passkey-added.subject': 'נוסף מפתח גישה לחשבון שלך ב־{serviceName}',
  'mail.passkey-added.lead':
    'נוסף מפתח גישה לחשבון שלך ב־{serviceName}. אם השינוי נעשה על ידך, אין צורך לעשות דבר נוסף.',
  'mail.passkey-added.other':
    'אם השינוי לא נעשה על ידך, יש לאפס מיד את הסיסמה שלך. האיפוס ינתק את כל האחרים מהחשבון.',
  'mail.passkey-added.action': 'איפוס הסיסמה',
  'mail.passkey-removed.subject': 'הוסר מפתח גישה מהחשבון שלך ב־{serviceName}',
  'mail.passkey-removed.lead':
    'הוסר מפתח גישה מהחשבון שלך ב־{serviceName}. אם השינוי נעשה על ידך, אין צורך לעשות דבר נוסף.',
  'mail.passkey-removed.other':
    'אם השינוי לא נעשה על ידך, יש לאפס מיד את הסיסמה שלך. האיפוס ינתק את כל האחרים מהחשבון.',
  'mail.passkey-removed.action': 'איפוס הסיסמה',
  'mail.email-changed.subject': 'כתובת האימייל של חשבון {serviceName} שלך שונתה',
  'mail.email-changed.lead':
    'כתובת האימייל של חשבון {serviceName} שלך שונתה ל־{newEmail}. אם השינוי נעשה על ידך, אין צורך לעשות דבר נוסף.',
  'mail.email-changed.yours':
    'אם יאושר באותו דף שהשינוי נעשה על ידך, לא יהיה אפשר עוד לבטל את השינוי מהכתובת הזאת.',
  'mail.email-changed.other':
    'אם השינוי לא נעשה על ידך, יש לבטל אותו מיד ולאחר מכן לבחור סיסמה חדשה.',
  'mail.email-changed.action': 'ביטול השינוי',
  'mail.email-changed.expiry':
    'הקישור תקף למשך {days, plural, one {יום אחד} two {יומיים} other {# ימים}}, ואפשר להשתמש בו פעם אחת בלבד.',
  'mail.email-left.subject': 'כתובת האימייל של חשבון {serviceName} שלך שונתה',
  'mail.email-left.lead':
    'כתובת האימייל של חשבון {serviceName} שלך שונתה. אם השינוי לא נעשה על ידך, יש לפנות אל {serviceName}.',
  'mail.account-deleted.subject': 'חשבון {serviceName} שלך נמחק',
  'mail.account-deleted.lead':
    'חשבון {serviceName} שלך נמחק. אם הפעולה לא נעשתה על ידך, יש לפנות אל {serviceName}.',
  'mail.email-pending.subject': 'כתובת האימייל של חשבון {serviceName} שלך שונתה',
  'mail.email-pending.lead':
    'אפליקציה שינתה את כתובת האימייל של חשבון {serviceName} שלך ל־{newEmail}. עד לאישור הכתובת החדשה, הכניסה היא באמצעות הכתובת הזו.',
  'mail.email-pending.other':
    'אם ההרשאה לא ניתנה על ידך, יש לשלול מיד את הגישה של האפליקציה הזו ולשנות את הסיסמה שלך.',
  'mail.email-pending.action': 'שימוש בכתובת החדשה',
  'mail.email-pending.expiry':
    'הקישור תקף למשך {hours, plural, one {שעה אחת} two {שעתיים} other {# שעות}}, ואפשר להשתמש בו פעם אחת בלבד.',
  'mail.application-authorized.subject': 'אפליקציה יכולה כעת להשתמש בחשבון {serviceName} שלך',
  'mail.application-authorized.lead':
    'הרשית לאפליקציה {application} להשתמש בחשבון {serviceName} שלך. אפשר לשלול את הגישה בכל עת.',
  'mail.application-authorized.other':
    'אם ההרשאה לא ניתנה על ידך, יש לשלול מיד את הגישה של האפליקציה הזו ולשנות את הסיסמה שלך.',
  'mail.application-authorized.action': 'הצגת האפליקציות המחוברות',
  'mail.new-browser.subject': 'התחברות חדשה לחשבון {serviceName} שלך',
  'mail.new-browser.lead':
    'מישהו התחבר זה עתה לחשבון {serviceName} שלך בדפדפן שלא שימש בו קודם לכן: {browser}, כתובת IP {source}.',
  'mail.new-browser.other': 'אם ההתחברות לא נעשתה על ידך, יש לבחור עכשיו סיסמה חדשה.',
  'mail.new-browser.action': 'איפוס הסיסמה',
};
