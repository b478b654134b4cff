import type { MailCatalogue } from './en.js';

/** Terms: アカウント, パスワード, アクセストークン, アプリ, メールアドレス. */
export const ja: MailCatalogue = {
  'mail.greeting': '{name}様',
  'mail.greeting_nameless': 'お客様',
  'mail.link_hint':
    'ボタンが機能しない場合は、次のリンクをコピーしてブラウザーに貼り付けてください：',
  'mail.code':
    'または、このメールをリクエストしたページで次のコードを入力してください。コードは{codeMinutes, plural, other {#分間}}有効で、1回だけ使用できます。',
  'mail.verification.subject': '{serviceName}で使用するメールアドレスを確認してください',
  'mail.verification.lead':
    'このメールアドレスがご自分のものであることを確認してください。このアドレスは、{serviceName}のアカウント用に入力されたものです。',
  'mail.verification.action': 'メールアドレスを確認',
  'mail.verification.expiry': 'リンクは{hours, plural, other {#時間}}有効で、1回だけ使用できます。',
  'mail.verification.ignore':
    'ご自分のアカウントでない場合は、このメールを無視してください。アドレスは未確認のままになります。',
  'mail.sign-up.subject': '{serviceName}のアカウントの作成を完了してください',
  'mail.sign-up.lead':
    'あと少しで完了です。リンクを開いて、{serviceName}のアカウントの作成を完了してください。開いたページで、設定済みのパスワードを入力していただきます。',
  'mail.sign-up.action': 'アカウントの作成を完了',
  'mail.sign-up.expiry': 'リンクは{hours, plural, other {#時間}}有効で、1回だけ使用できます。',
  'mail.sign-up.ignore':
    '登録した覚えがない場合は、このメールを無視してください。ご本人の操作なしにアカウントが作成されることはありません。',
  'mail.sign-up-taken.subject': '{serviceName}のアカウントをすでにお持ちです',
  'mail.sign-up-taken.lead':
    'このメールアドレスで{serviceName}のアカウントを作成しようとする操作がありましたが、すでにアカウントをお持ちです。何も変更されていません。',
  'mail.sign-up-taken.you':
    'ご本人による操作の場合は、そのままサインインしてください。パスワードをお忘れの場合は、サインインページでリセットできます。',
  'mail.sign-up-taken.action': 'サインイン',
  'mail.sign-up-taken.ignore': '心当たりがない場合は、何もする必要はありません。',
  'mail.password-reset.subject': '{serviceName}のパスワードのリセット',
  'mail.password-reset.lead':
    '{serviceName}のアカウントのパスワードをリセットするリクエストがありました。ご本人による操作の場合は、新しいパスワードを設定してください。',
  'mail.password-reset.action': '新しいパスワードを設定',
  'mail.password-reset.expiry':
    'リンクは{minutes, plural, other {#分間}}有効で、1回だけ使用できます。',
  'mail.password-reset.ignore':
    '心当たりがない場合は、このメールを無視してください。パスワードは変更されません。',
  'mail.first-proof.subject': '{serviceName}で使用するメールアドレスを確認してください',
  'mail.first-proof.lead':
    '{serviceName}のあるアカウントがこのメールアドレスを使用していますが、まだ誰も確認していません。',
  'mail.first-proof.you':
    'ご自分のアドレスの場合は、新しいパスワードを設定してください。アドレスが確認され、それまでにアカウントで設定されたものはすべて無効になります。',
  'mail.first-proof.action': '新しいパスワードを設定',
  'mail.first-proof.expiry': 'リンクは{hours, plural, other {#時間}}有効で、1回だけ使用できます。',
  'mail.first-proof.ignore':
    '心当たりがない場合は、このメールを無視してください。何も変更されていません。',
  'mail.password-changed.subject': '{serviceName}のパスワードが変更されました',
  'mail.password-changed.lead':
    '{serviceName}のアカウントのパスワードが変更されました。ご本人による操作の場合は、ほかに必要な操作はありません。',
  'mail.password-changed.other':
    '心当たりがない場合は、ただちにパスワードをリセットしてください。リセットすると、ほかの人は全員サインアウトされます。',
  'mail.password-changed.action': 'パスワードをリセット',
  'mail.factor-added.subject': '{serviceName}のアカウントに認証アプリが設定されました',
  'mail.factor-added.lead':
    '{serviceName}のアカウントに認証アプリが設定されました。ご本人による操作の場合は、ほかに必要な操作はありません。',
  'mail.factor-added.other':
    '心当たりがない場合は、ただちにパスワードをリセットしてください。リセットすると、ほかの人は全員サインアウトされます。',
  'mail.factor-added.action': 'パスワードをリセット',
  'mail.factor-removed.subject': '{serviceName}のアカウントから認証アプリが削除されました',
  'mail.factor-removed.lead':
    '{serviceName}のアカウントから認証アプリが削除されました。ご本人による操作の場合は、ほかに必要な操作はありません。',
  'mail.factor-removed.other':
    '心当たりがない場合は、ただちにパスワードをリセットしてください。リセットすると、ほかの人は全員サインアウトされます。',
  'mail.factor-removed.action': 'パスワードをリセット',
  'mail.factor-removal.subject': '{serviceName}のアカウントの2つ目の認証要素が削除されます',
  'mail.factor-removal.lead':
    '紛失した2つ目の認証要素をお客様のアカウントから削除するよう、{serviceName}の運営者に依頼がありました。24時間後に削除されます。',
  'mail.factor-removal.other':
    '心当たりがない場合は、ただちに削除を中止し、パスワードを変更してください。',
  'mail.factor-removal.action': '削除を中止',
  'mail.recovery-used.subject': '{serviceName}のアカウントのリカバリーコードが使用されました',
  'mail.recovery-used.lead':
    '{serviceName}のアカウントのリカバリーコードが使用されました。ご本人による操作の場合は、ほかに必要な操作はありません。',
  'mail.recovery-used.left': '残りのコードは{count, number}個です。',
  'mail.recovery-used.other':
    '心当たりがない場合は、ただちにパスワードをリセットしてください。リセットすると、ほかの人は全員サインアウトされます。',
  'mail.recovery-used.action': 'パスワードをリセット',
  'mail.passkey-added.subject': '{serviceName}のアカウントにパスキーが追加されました',
  'mail.passkey-added.lead':
    '{serviceName}のアカウントにパスキーが追加されました。ご本人による操作の場合は、ほかに必要な操作はありません。',
  'mail.passkey-added.other':
    '心当たりがない場合は、ただちにパスワードをリセットしてください。リセットすると、ほかの人は全員サインアウトされます。',
  'mail.passkey-added.action': 'パスワードをリセット',
  'mail.passkey-removed.subject': '{serviceName}のアカウントからパスキーが削除されました',
  'mail.passkey-removed.lead':
    '{serviceName}のアカウントからパスキーが削除されました。ご本人による操作の場合は、ほかに必要な操作はありません。',
  'mail.passkey-removed.other':
    '心当たりがない場合は、ただちにパスワードをリセットしてください。リセットすると、ほかの人は全員サインアウトされます。',
  'mail.passkey-removed.action': 'パスワードをリセット',
  'mail.email-changed.subject': '{serviceName}のアカウントのメールアドレスが変更されました',
  'mail.email-changed.lead':
    '{serviceName}のアカウントのメールアドレスが{newEmail}に変更されました。ご本人による操作の場合は、ほかに必要な操作はありません。',
  'mail.email-changed.yours':
    '同じページでご本人による操作であることを確認すると、このアドレスからは変更を元に戻せなくなります。',
  'mail.email-changed.other':
    '心当たりがない場合は、ただちに変更を元に戻し、その後、新しいパスワードを設定してください。',
  'mail.email-changed.action': '変更を元に戻す',
  'mail.email-changed.expiry': 'リンクは{days, plural, other {#日間}}有効で、1回だけ使用できます。',
  'mail.email-left.subject': '{serviceName}のアカウントのメールアドレスが変更されました',
  'mail.email-left.lead':
    '{serviceName}のアカウントのメールアドレスが変更されました。お心当たりがない場合は、{serviceName}にお問い合わせください。',
  'mail.account-deleted.subject': '{serviceName}のアカウントが削除されました',
  'mail.account-deleted.lead':
    '{serviceName}のアカウントが削除されました。お心当たりがない場合は、{serviceName}にお問い合わせください。',
  'mail.email-pending.subject': '{serviceName}のアカウントのメールアドレスが変更されました',
  'mail.email-pending.lead':
    'アプリが{serviceName}のアカウントのメールアドレスを{newEmail}に変更しました。新しいアドレスを承認するまでは、このアドレスでサインインします。',
  'mail.email-pending.other':
    '心当たりがない場合は、ただちにこのアプリのアクセス権を取り消し、パスワードを変更してください。',
  'mail.email-pending.action': '新しいアドレスを使用',
  'mail.email-pending.expiry':
    'リンクは{hours, plural, other {#時間}}有効で、1回だけ使用できます。',
  'mail.application-authorized.subject':
    'アプリが{serviceName}のアカウントを使用できるようになりました',
  'mail.application-authorized.lead':
    'アプリ「{application}」に{serviceName}のアカウントの使用を許可しました。許可はいつでも取り消せます。',
  'mail.application-authorized.other':
    '心当たりがない場合は、ただちにこのアプリのアクセス権を取り消し、パスワードを変更してください。',
  'mail.application-authorized.action': '連携中のアプリを表示',
  'mail.new-browser.subject': '{serviceName}のアカウントへの新しいサインイン',
  'mail.new-browser.lead':
    '{serviceName}のアカウントに、これまで使われたことのないブラウザーからサインインがありました。ブラウザー：{browser}、IPアドレス：{source}。',
  'mail.new-browser.other': '心当たりがない場合は、今すぐ新しいパスワードを設定してください。',
  'mail.new-browser.action': 'パスワードをリセット',
};
