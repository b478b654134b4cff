import type { MailCatalogue } from './en.js';

/** Terms: akun, kata sandi, token akses, aplikasi, email. */
export const ms: MailCatalogue = {
  'mail.greeting': 'Halo {name},',
  'mail.greeting_nameless': 'Halo,',
  'mail.link_hint': 'Jika tombol tidak berfungsi, salin tautan ini ke browser Anda:',
  'mail.code':
    'Atau masukkan kode ini di halaman tempat Anda meminta email ini. Kode ini berlaku selama {codeMinutes, plural, other {# menit}} dan hanya dapat digunakan satu kali.',
  'mail.verification.subject': 'Konfirmasi alamat email Anda untuk {serviceName}',
  'mail.verification.lead':
    'Konfirmasi bahwa ini adalah alamat email Anda. Alamat ini dimasukkan untuk sebuah akun {serviceName}.',
  'mail.verification.action': 'Konfirmasi alamat email',
  'mail.verification.expiry':
    'Tautan ini berlaku selama {hours, plural, other {# jam}} dan hanya dapat digunakan satu kali.',
  'mail.verification.ignore':
    'Jika akun ini bukan milik Anda, abaikan email ini. Alamat tersebut akan tetap belum dikonfirmasi.',
  'mail.sign-up.subject': 'Selesaikan pembuatan akun {serviceName} Anda',
  'mail.sign-up.lead':
    'Tinggal sedikit lagi. Buka tautan untuk menyelesaikan pembuatan akun {serviceName} Anda. Halaman tersebut akan meminta kata sandi yang Anda pilih.',
  'mail.sign-up.action': 'Selesaikan pembuatan akun',
  'mail.sign-up.expiry':
    'Tautan ini berlaku selama {hours, plural, other {# jam}} dan hanya dapat digunakan satu kali.',
  'mail.sign-up.ignore':
    'Jika Anda tidak mendaftar, abaikan email ini. Akun tidak akan dibuat tanpa tindakan Anda.',
  'mail.sign-up-taken.subject': 'Anda sudah memiliki akun {serviceName}',
  'mail.sign-up-taken.lead':
    'Seseorang mencoba membuat akun {serviceName} dengan alamat email ini, tetapi Anda sudah memiliki akun. Tidak ada yang berubah.',
  'mail.sign-up-taken.you':
    'Jika itu Anda, masuk saja ke akun Anda. Jika lupa kata sandi, Anda dapat mengaturnya ulang di halaman masuk.',
  'mail.sign-up-taken.action': 'Masuk',
  'mail.sign-up-taken.ignore': 'Jika itu bukan Anda, tidak ada yang perlu Anda lakukan.',
  'mail.password-reset.subject': 'Atur ulang kata sandi {serviceName} Anda',
  'mail.password-reset.lead':
    'Seseorang meminta pengaturan ulang kata sandi akun {serviceName} Anda. Jika itu Anda, buat kata sandi baru.',
  'mail.password-reset.action': 'Buat kata sandi baru',
  'mail.password-reset.expiry':
    'Tautan ini berlaku selama {minutes, plural, other {# menit}} dan hanya dapat digunakan satu kali.',
  'mail.password-reset.ignore':
    'Jika itu bukan Anda, abaikan email ini. Kata sandi Anda tidak berubah.',
  'mail.first-proof.subject': 'Konfirmasi alamat email Anda untuk {serviceName}',
  'mail.first-proof.lead':
    'Sebuah akun {serviceName} menggunakan alamat email ini, tetapi belum ada yang mengonfirmasinya.',
  'mail.first-proof.you':
    'Jika alamat ini milik Anda, pilih kata sandi baru. Ini mengonfirmasi alamat tersebut dan mengakhiri semua yang sebelumnya disiapkan di akun itu.',
  'mail.first-proof.action': 'Buat kata sandi baru',
  'mail.first-proof.expiry':
    'Tautan ini berlaku selama {hours, plural, other {# jam}} dan hanya dapat digunakan satu kali.',
  'mail.first-proof.ignore': 'Jika itu bukan Anda, abaikan email ini. Tidak ada yang berubah.',
  'mail.password-changed.subject': 'Kata sandi {serviceName} Anda telah diubah',
  'mail.password-changed.lead':
    'Kata sandi akun {serviceName} Anda telah diubah. Jika Anda yang melakukannya, tidak ada lagi yang perlu dilakukan.',
  'mail.password-changed.other':
    'Jika itu bukan Anda, segera atur ulang kata sandi Anda. Dengan begitu, semua orang lain akan dikeluarkan dari akun Anda.',
  'mail.password-changed.action': 'Atur ulang kata sandi',
  'mail.factor-added.subject':
    'Aplikasi autentikator telah disiapkan untuk akun {serviceName} Anda',
  'mail.factor-added.lead':
    'Aplikasi autentikator telah disiapkan untuk akun {serviceName} Anda. Jika Anda yang melakukannya, tidak ada lagi yang perlu dilakukan.',
  'mail.factor-added.other':
    'Jika itu bukan Anda, segera atur ulang kata sandi Anda. Dengan begitu, semua orang lain akan dikeluarkan dari akun Anda.',
  'mail.factor-added.action': 'Atur ulang kata sandi',
  'mail.factor-removed.subject': 'Aplikasi autentikator telah dihapus dari akun {serviceName} Anda',
  'mail.factor-removed.lead':
    'Aplikasi autentikator telah dihapus dari akun {serviceName} Anda. Jika Anda yang melakukannya, tidak ada lagi yang perlu dilakukan.',
  'mail.factor-removed.other':
    'Jika itu bukan Anda, segera atur ulang kata sandi Anda. Dengan begitu, semua orang lain akan dikeluarkan dari akun Anda.',
  'mail.factor-removed.action': 'Atur ulang kata sandi',
  'mail.factor-removal.subject': 'Faktor kedua akun {serviceName} Anda akan dihapus',
  'mail.factor-removal.lead':
    'Pengelola {serviceName} diminta menghapus faktor kedua yang hilang dari akun Anda. Faktor tersebut akan dihapus setelah 24 jam.',
  'mail.factor-removal.other':
    'Jika Anda tidak memintanya, segera hentikan penghapusan dan ubah kata sandi Anda.',
  'mail.factor-removal.action': 'Hentikan penghapusan',
  'mail.recovery-used.subject': 'Kode pemulihan akun {serviceName} Anda telah digunakan',
  'mail.recovery-used.lead':
    'Kode pemulihan akun {serviceName} Anda telah digunakan. Jika Anda yang melakukannya, tidak ada lagi yang perlu dilakukan.',
  'mail.recovery-used.left': 'Sisa kode: {count, number}.',
  'mail.recovery-used.other':
    'Jika itu bukan Anda, segera atur ulang kata sandi Anda. Dengan begitu, semua orang lain akan dikeluarkan dari akun Anda.',
  'mail.recovery-used.action': 'Atur ulang kata sandi',
  'mail.passkey-added.subject': 'Kunci sandi telah ditambahkan ke akun {serviceName} Anda',
  'mail.passkey-added.lead':
    'Kunci sandi telah ditambahkan ke akun {serviceName} Anda. Jika Anda yang melakukannya, tidak ada lagi yang perlu dilakukan.',
  'mail.passkey-added.other':
    'Jika itu bukan Anda, segera atur ulang kata sandi Anda. Dengan begitu, semua orang lain akan dikeluarkan dari akun Anda.',
  'mail.passkey-added.action': 'Atur ulang kata sandi',
  'mail.passkey-removed.subject': 'Kunci sandi telah dihapus dari akun {serviceName} Anda',
  'mail.passkey-removed.lead':
    'Kunci sandi telah dihapus dari akun {serviceName} Anda. Jika Anda yang melakukannya, tidak ada lagi yang perlu dilakukan.',
  'mail.passkey-removed.other':
    'Jika itu bukan Anda, segera atur ulang kata sandi Anda. Dengan begitu, semua orang lain akan dikeluarkan dari akun Anda.',
  'mail.passkey-removed.action': 'Atur ulang kata sandi',
  'mail.email-changed.subject': 'Alamat email akun {serviceName} Anda telah diubah',
  'mail.email-changed.lead':
    'Alamat email akun {serviceName} Anda telah diubah menjadi {newEmail}. Jika Anda yang melakukannya, tidak ada lagi yang perlu dilakukan.',
  'mail.email-changed.yours':
    'Jika Anda mengonfirmasi di halaman yang sama bahwa Anda yang melakukannya, alamat ini tidak dapat lagi membatalkan perubahan.',
  'mail.email-changed.other':
    'Jika itu bukan Anda, segera batalkan perubahan ini, lalu buat kata sandi baru.',
  'mail.email-changed.action': 'Batalkan perubahan',
  'mail.email-changed.expiry':
    'Tautan ini berlaku selama {days, plural, other {# hari}} dan hanya dapat digunakan satu kali.',
  'mail.email-left.subject': 'Alamat email akun {serviceName} Anda telah diubah',
  'mail.email-left.lead':
    'Alamat email akun {serviceName} Anda telah diubah. Jika bukan Anda yang melakukannya, hubungi {serviceName}.',
  'mail.account-deleted.subject': 'Akun {serviceName} Anda telah dihapus',
  'mail.account-deleted.lead':
    'Akun {serviceName} Anda telah dihapus. Jika bukan Anda yang melakukannya, hubungi {serviceName}.',
  'mail.email-pending.subject': 'Alamat email akun {serviceName} Anda telah diubah',
  'mail.email-pending.lead':
    'Sebuah aplikasi telah mengubah alamat email akun {serviceName} Anda menjadi {newEmail}. Sampai Anda menerima alamat baru itu, Anda masuk dengan alamat ini.',
  'mail.email-pending.other':
    'Jika itu bukan Anda, segera cabut akses aplikasi ini, dan ubah kata sandi Anda.',
  'mail.email-pending.action': 'Gunakan alamat baru',
  'mail.email-pending.expiry':
    'Tautan ini berlaku selama {hours, plural, other {# jam}} dan hanya dapat digunakan satu kali.',
  'mail.application-authorized.subject':
    'Sebuah aplikasi kini dapat menggunakan akun {serviceName} Anda',
  'mail.application-authorized.lead':
    'Anda telah mengizinkan {application} untuk menggunakan akun {serviceName} Anda. Anda dapat mencabut akses ini kapan saja.',
  'mail.application-authorized.other':
    'Jika itu bukan Anda, segera cabut akses aplikasi ini, dan ubah kata sandi Anda.',
  'mail.application-authorized.action': 'Lihat aplikasi yang terhubung',
  'mail.new-browser.subject': 'Proses masuk baru ke akun {serviceName} Anda',
  'mail.new-browser.lead':
    'Seseorang baru saja masuk ke akun {serviceName} Anda melalui browser yang belum pernah digunakan untuk akun ini: {browser}, alamat IP {source}.',
  'mail.new-browser.other': 'Jika itu bukan Anda, buat kata sandi baru sekarang.',
  'mail.new-browser.action': 'Atur ulang kata sandi',
};
