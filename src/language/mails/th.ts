import type { MailCatalogue } from './en.js';

/** Terms: บัญชี, รหัสผ่าน, โทเค็นการเข้าถึง, แอป, อีเมล. */
export const th: MailCatalogue = {
  'mail.greeting': 'สวัสดีคุณ {name}',
  'mail.greeting_nameless': 'สวัสดี',
  'mail.link_hint': 'หากปุ่มใช้งานไม่ได้ โปรดคัดลอกลิงก์นี้ไปวางในเบราว์เซอร์:',
  'mail.code':
    'หรือป้อนรหัสนี้ในหน้าที่คุณขออีเมลฉบับนี้ รหัสนี้มีอายุ {codeMinutes, plural, other {# นาที}} และใช้ได้เพียงครั้งเดียว',
  'mail.verification.subject': 'ยืนยันที่อยู่อีเมลของคุณสำหรับ {serviceName}',
  'mail.verification.lead': 'โปรดยืนยันว่านี่คือที่อยู่อีเมลของคุณ มีการป้อนที่อยู่นี้สำหรับบัญชี {serviceName}',
  'mail.verification.action': 'ยืนยันที่อยู่อีเมล',
  'mail.verification.expiry': 'ลิงก์นี้มีอายุ {hours, plural, other {# ชั่วโมง}} และใช้ได้เพียงครั้งเดียว',
  'mail.verification.ignore': 'หากบัญชีนี้ไม่ใช่ของคุณ โปรดเพิกเฉยต่ออีเมลนี้ แล้วที่อยู่อีเมลจะยังคงไม่ได้รับการยืนยัน',
  'mail.sign-up.subject': 'สร้างบัญชี {serviceName} ของคุณให้เสร็จสมบูรณ์',
  'mail.sign-up.lead':
    'อีกนิดเดียวก็เสร็จแล้ว โปรดเปิดลิงก์เพื่อสร้างบัญชี {serviceName} ของคุณให้เสร็จสมบูรณ์ หน้าที่เปิดขึ้นจะให้คุณป้อนรหัสผ่านที่ตั้งไว้',
  'mail.sign-up.action': 'สร้างบัญชีให้เสร็จสมบูรณ์',
  'mail.sign-up.expiry': 'ลิงก์นี้มีอายุ {hours, plural, other {# ชั่วโมง}} และใช้ได้เพียงครั้งเดียว',
  'mail.sign-up.ignore': 'หากคุณไม่ได้สมัคร โปรดเพิกเฉยต่ออีเมลนี้ จะไม่มีการสร้างบัญชีหากคุณไม่ได้ดำเนินการเอง',
  'mail.sign-up-taken.subject': 'คุณมีบัญชี {serviceName} อยู่แล้ว',
  'mail.sign-up-taken.lead':
    'มีผู้พยายามสร้างบัญชี {serviceName} โดยใช้ที่อยู่อีเมลนี้ แต่คุณมีบัญชีอยู่แล้ว ไม่มีอะไรเปลี่ยนแปลง',
  'mail.sign-up-taken.you': 'หากเป็นคุณ โปรดลงชื่อเข้าใช้แทน หากลืมรหัสผ่าน คุณรีเซ็ตได้ที่หน้าลงชื่อเข้าใช้',
  'mail.sign-up-taken.action': 'ลงชื่อเข้าใช้',
  'mail.sign-up-taken.ignore': 'หากไม่ใช่คุณ คุณไม่ต้องดำเนินการใด ๆ',
  'mail.password-reset.subject': 'รีเซ็ตรหัสผ่าน {serviceName} ของคุณ',
  'mail.password-reset.lead': 'มีผู้ขอรีเซ็ตรหัสผ่านของบัญชี {serviceName} ของคุณ หากเป็นคุณ โปรดตั้งรหัสผ่านใหม่',
  'mail.password-reset.action': 'ตั้งรหัสผ่านใหม่',
  'mail.password-reset.expiry': 'ลิงก์นี้มีอายุ {minutes, plural, other {# นาที}} และใช้ได้เพียงครั้งเดียว',
  'mail.password-reset.ignore': 'หากไม่ใช่คุณ โปรดเพิกเฉยต่ออีเมลนี้ รหัสผ่านของคุณจะยังคงเดิม',
  'mail.first-proof.subject': 'ยืนยันที่อยู่อีเมลของคุณสำหรับ {serviceName}',
  'mail.first-proof.lead': 'มีบัญชี {serviceName} ที่ใช้ที่อยู่อีเมลนี้ แต่ยังไม่มีผู้ใดยืนยันที่อยู่นี้',
  'mail.first-proof.you':
    'หากที่อยู่นี้เป็นของคุณ โปรดตั้งรหัสผ่านใหม่ การทำเช่นนี้จะยืนยันที่อยู่และยุติทุกอย่างที่เคยตั้งค่าไว้ในบัญชี',
  'mail.first-proof.action': 'ตั้งรหัสผ่านใหม่',
  'mail.first-proof.expiry': 'ลิงก์นี้มีอายุ {hours, plural, other {# ชั่วโมง}} และใช้ได้เพียงครั้งเดียว',
  'mail.first-proof.ignore': 'หากไม่ใช่คุณ โปรดเพิกเฉยต่ออีเมลนี้ ไม่มีอะไรเปลี่ยนแปลง',
  'mail.password-changed.subject': 'รหัสผ่าน {serviceName} ของคุณถูกเปลี่ยนแล้ว',
  'mail.password-changed.lead':
    'รหัสผ่านของบัญชี {serviceName} ของคุณถูกเปลี่ยนแล้ว หากคุณเป็นผู้เปลี่ยนเอง คุณไม่ต้องดำเนินการใด ๆ เพิ่มเติม',
  'mail.password-changed.other': 'หากไม่ใช่คุณ โปรดรีเซ็ตรหัสผ่านทันที ซึ่งจะทำให้ผู้อื่นทั้งหมดออกจากระบบ',
  'mail.password-changed.action': 'รีเซ็ตรหัสผ่าน',
  'mail.factor-added.subject': 'มีการตั้งค่าแอปยืนยันตัวตนสำหรับบัญชี {serviceName} ของคุณ',
  'mail.factor-added.lead':
    'มีการตั้งค่าแอปยืนยันตัวตนสำหรับบัญชี {serviceName} ของคุณ หากคุณเป็นผู้ดำเนินการเอง คุณไม่ต้องดำเนินการใด ๆ เพิ่มเติม',
  'mail.factor-added.other': 'หากไม่ใช่คุณ โปรดรีเซ็ตรหัสผ่านทันที ซึ่งจะทำให้ผู้อื่นทั้งหมดออกจากระบบ',
  'mail.factor-added.action': 'รีเซ็ตรหัสผ่าน',
  'mail.factor-removed.subject': 'แอปยืนยันตัวตนถูกนำออกจากบัญชี {serviceName} ของคุณ',
  'mail.factor-removed.lead':
    'แอปยืนยันตัวตนถูกนำออกจากบัญชี {serviceName} ของคุณ หากคุณเป็นผู้ดำเนินการเอง คุณไม่ต้องดำเนินการใด ๆ เพิ่มเติม',
  'mail.factor-removed.other': 'หากไม่ใช่คุณ โปรดรีเซ็ตรหัสผ่านทันที ซึ่งจะทำให้ผู้อื่นทั้งหมดออกจากระบบ',
  'mail.factor-removed.action': 'รีเซ็ตรหัสผ่าน',
  'mail.factor-removal.subject': 'ปัจจัยยืนยันตัวตนที่สองของบัญชี {serviceName} ของคุณจะถูกนำออก',
  'mail.factor-removal.lead':
    'มีผู้ขอให้ผู้ดูแล {serviceName} นำปัจจัยยืนยันตัวตนที่สองที่สูญหายของบัญชีคุณออก ปัจจัยนี้จะถูกนำออกในอีก 24 ชั่วโมง',
  'mail.factor-removal.other': 'หากคุณไม่ได้ขอ โปรดหยุดการนำออกทันทีและเปลี่ยนรหัสผ่านของคุณ',
  'mail.factor-removal.action': 'หยุดการนำออก',
  'mail.recovery-used.subject': 'มีการใช้รหัสกู้คืนของบัญชี {serviceName} ของคุณ',
  'mail.recovery-used.lead':
    'มีการใช้รหัสกู้คืนของบัญชี {serviceName} ของคุณ หากคุณเป็นผู้ดำเนินการเอง คุณไม่ต้องดำเนินการใด ๆ เพิ่มเติม',
  'mail.recovery-used.left': 'รหัสที่เหลือ: {count, number}',
  'mail.recovery-used.other': 'หากไม่ใช่คุณ โปรดรีเซ็ตรหัสผ่านทันที ซึ่งจะทำให้ผู้อื่นทั้งหมดออกจากระบบ',
  'mail.recovery-used.action': 'รีเซ็ตรหัสผ่าน',
  'mail.passkey-added.subject': 'มีการเพิ่มพาสคีย์ในบัญชี {serviceName} ของคุณ',
  'mail.passkey-added.lead':
    'มีการเพิ่มพาสคีย์ในบัญชี {serviceName} ของคุณ หากคุณเป็นผู้ดำเนินการเอง คุณไม่ต้องดำเนินการใด ๆ เพิ่มเติม',
  'mail.passkey-added.other': 'หากไม่ใช่คุณ โปรดรีเซ็ตรหัสผ่านทันที ซึ่งจะทำให้ผู้อื่นทั้งหมดออกจากระบบ',
  'mail.passkey-added.action': 'รีเซ็ตรหัสผ่าน',
  'mail.passkey-removed.subject': 'มีการนำพาสคีย์ออกจากบัญชี {serviceName} ของคุณ',
  'mail.passkey-removed.lead':
    'มีการนำพาสคีย์ออกจากบัญชี {serviceName} ของคุณ หากคุณเป็นผู้ดำเนินการเอง คุณไม่ต้องดำเนินการใด ๆ เพิ่มเติม',
  'mail.passkey-removed.other': 'หากไม่ใช่คุณ โปรดรีเซ็ตรหัสผ่านทันที ซึ่งจะทำให้ผู้อื่นทั้งหมดออกจากระบบ',
  'mail.passkey-removed.action': 'รีเซ็ตรหัสผ่าน',
  'mail.email-changed.subject': 'ที่อยู่อีเมลของบัญชี {serviceName} ของคุณถูกเปลี่ยนแล้ว',
  'mail.email-changed.lead':
    'ที่อยู่อีเมลของบัญชี {serviceName} ของคุณถูกเปลี่ยนเป็น {newEmail} แล้ว หากคุณเป็นผู้เปลี่ยนเอง คุณไม่ต้องดำเนินการใด ๆ เพิ่มเติม',
  'mail.email-changed.yours': 'หากคุณยืนยันในหน้าเดียวกันว่าคุณเป็นผู้เปลี่ยนเอง ที่อยู่นี้จะยกเลิกการเปลี่ยนแปลงไม่ได้อีก',
  'mail.email-changed.other': 'หากไม่ใช่คุณ โปรดยกเลิกการเปลี่ยนแปลงทันที แล้วตั้งรหัสผ่านใหม่',
  'mail.email-changed.action': 'ยกเลิกการเปลี่ยนแปลง',
  'mail.email-changed.expiry': 'ลิงก์นี้มีอายุ {days, plural, other {# วัน}} และใช้ได้เพียงครั้งเดียว',
  'mail.email-left.subject': 'ที่อยู่อีเมลของบัญชี {serviceName} ของคุณถูกเปลี่ยนแล้ว',
  'mail.email-left.lead':
    'ที่อยู่อีเมลของบัญชี {serviceName} ของคุณถูกเปลี่ยนแล้ว หากไม่ใช่คุณ โปรดติดต่อ {serviceName}',
  'mail.account-deleted.subject': 'บัญชี {serviceName} ของคุณถูกลบแล้ว',
  'mail.account-deleted.lead': 'บัญชี {serviceName} ของคุณถูกลบแล้ว หากไม่ใช่คุณ โปรดติดต่อ {serviceName}',
  'mail.email-pending.subject': 'ที่อยู่อีเมลของบัญชี {serviceName} ของคุณถูกเปลี่ยนแล้ว',
  'mail.email-pending.lead':
    'แอปหนึ่งได้เปลี่ยนที่อยู่อีเมลของบัญชี {serviceName} ของคุณเป็น {newEmail} จนกว่าคุณจะยอมรับที่อยู่ใหม่ ให้คุณเข้าสู่ระบบด้วยที่อยู่นี้',
  'mail.email-pending.other': 'หากไม่ใช่คุณ โปรดเพิกถอนสิทธิ์เข้าถึงของแอปนี้ทันที และเปลี่ยนรหัสผ่าน',
  'mail.email-pending.action': 'ใช้ที่อยู่ใหม่',
  'mail.email-pending.expiry': 'ลิงก์นี้มีอายุ {hours, plural, other {# ชั่วโมง}} และใช้ได้เพียงครั้งเดียว',
  'mail.application-authorized.subject': 'ขณะนี้มีแอปที่ใช้บัญชี {serviceName} ของคุณได้',
  'mail.application-authorized.lead':
    'คุณอนุญาตให้ {application} ใช้บัญชี {serviceName} ของคุณ คุณเพิกถอนสิทธิ์นี้ได้ทุกเมื่อ',
  'mail.application-authorized.other': 'หากไม่ใช่คุณ โปรดเพิกถอนสิทธิ์เข้าถึงของแอปนี้ทันที และเปลี่ยนรหัสผ่าน',
  'mail.application-authorized.action': 'ดูแอปที่เชื่อมต่ออยู่',
  'mail.new-browser.subject': 'มีการลงชื่อเข้าใช้ใหม่ในบัญชี {serviceName} ของคุณ',
  'mail.new-browser.lead':
    'เพิ่งมีผู้ลงชื่อเข้าใช้บัญชี {serviceName} ของคุณในเบราว์เซอร์ที่ไม่เคยใช้กับบัญชีนี้มาก่อน: {browser} ที่อยู่ IP {source}',
  'mail.new-browser.other': 'หากไม่ใช่คุณ โปรดตั้งรหัสผ่านใหม่ตอนนี้',
  'mail.new-browser.action': 'รีเซ็ตรหัสผ่าน',
};
