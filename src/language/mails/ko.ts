import type { MailCatalogue } from './en.js';

/** Terms: 계정, 비밀번호, 액세스 토큰, 앱, 이메일 주소. */
export const ko: MailCatalogue = {
  'mail.greeting': '{name}님, 안녕하세요',
  'mail.greeting_nameless': '안녕하세요',
  'mail.link_hint': '버튼이 작동하지 않으면 다음 링크를 복사하여 브라우저에 붙여넣으세요:',
  'mail.code':
    '또는 이 이메일을 요청한 페이지에 다음 코드를 입력하세요. 코드는 {codeMinutes, plural, other {#분}} 동안 유효하며 한 번만 사용할 수 있습니다.',
  'mail.verification.subject': '{serviceName} 계정의 이메일 주소를 인증하세요',
  'mail.verification.lead':
    '이 이메일 주소가 본인의 것임을 인증해 주세요. {serviceName} 계정에 이 주소가 입력되었습니다.',
  'mail.verification.action': '이메일 주소 인증',
  'mail.verification.expiry':
    '링크는 {hours, plural, other {#시간}} 동안 유효하며 한 번만 사용할 수 있습니다.',
  'mail.verification.ignore':
    '본인의 계정이 아니라면 이 이메일을 무시하세요. 그러면 주소는 인증되지 않은 상태로 남습니다.',
  'mail.sign-up.subject': '{serviceName} 계정 만들기를 완료하세요',
  'mail.sign-up.lead':
    '거의 다 되었습니다. 링크를 열어 {serviceName} 계정 만들기를 완료하세요. 열린 페이지에서 앞서 정한 비밀번호를 입력해야 합니다.',
  'mail.sign-up.action': '계정 만들기 완료',
  'mail.sign-up.expiry':
    '링크는 {hours, plural, other {#시간}} 동안 유효하며 한 번만 사용할 수 있습니다.',
  'mail.sign-up.ignore':
    '가입한 적이 없다면 이 이메일을 무시하세요. 본인이 완료하지 않으면 계정은 만들어지지 않습니다.',
  'mail.sign-up-taken.subject': '이미 {serviceName} 계정이 있습니다',
  'mail.sign-up-taken.lead':
    '누군가 이 이메일 주소로 {serviceName} 계정을 만들려고 했지만, 이미 계정이 있습니다. 변경된 것은 없습니다.',
  'mail.sign-up-taken.you':
    '본인이 시도했다면 기존 계정으로 로그인하세요. 비밀번호를 잊었다면 로그인 페이지에서 재설정할 수 있습니다.',
  'mail.sign-up-taken.action': '로그인',
  'mail.sign-up-taken.ignore': '본인이 아니라면 아무것도 하지 않아도 됩니다.',
  'mail.password-reset.subject': '{serviceName} 비밀번호 재설정',
  'mail.password-reset.lead':
    '누군가 {serviceName} 계정의 비밀번호 재설정을 요청했습니다. 본인이 요청했다면 새 비밀번호를 설정하세요.',
  'mail.password-reset.action': '새 비밀번호 설정',
  'mail.password-reset.expiry':
    '링크는 {minutes, plural, other {#분}} 동안 유효하며 한 번만 사용할 수 있습니다.',
  'mail.password-reset.ignore':
    '본인이 아니라면 이 이메일을 무시하세요. 비밀번호는 그대로 유지됩니다.',
  'mail.first-proof.subject': '{serviceName} 계정의 이메일 주소를 인증하세요',
  'mail.first-proof.lead':
    '{serviceName} 계정 하나가 이 이메일 주소를 사용하지만 아직 아무도 인증하지 않았습니다.',
  'mail.first-proof.you':
    '본인의 주소라면 새 비밀번호를 설정하세요. 그러면 주소가 인증되고 이전에 계정에 설정된 모든 것이 종료됩니다.',
  'mail.first-proof.action': '새 비밀번호 설정',
  'mail.first-proof.expiry':
    '링크는 {hours, plural, other {#시간}} 동안 유효하며 한 번만 사용할 수 있습니다.',
  'mail.first-proof.ignore': '본인이 아니라면 이 이메일을 무시하세요. 변경된 것은 없습니다.',
  'mail.password-changed.subject': '{serviceName} 비밀번호가 변경되었습니다',
  'mail.password-changed.lead':
    '{serviceName} 계정의 비밀번호가 변경되었습니다. 본인이 변경했다면 추가로 조치할 필요가 없습니다.',
  'mail.password-changed.other':
    '본인이 아니라면 즉시 비밀번호를 재설정하세요. 그러면 다른 모든 사람이 로그아웃됩니다.',
  'mail.password-changed.action': '비밀번호 재설정',
  'mail.factor-added.subject': '{serviceName} 계정에 인증 앱이 설정되었습니다',
  'mail.factor-added.lead':
    '{serviceName} 계정에 인증 앱이 설정되었습니다. 본인이 직접 한 작업이라면 추가로 조치할 필요가 없습니다.',
  'mail.factor-added.other':
    '본인이 아니라면 즉시 비밀번호를 재설정하세요. 그러면 다른 모든 사람이 로그아웃됩니다.',
  'mail.factor-added.action': '비밀번호 재설정',
  'mail.factor-removed.subject': '{serviceName} 계정에서 인증 앱이 제거되었습니다',
  'mail.factor-removed.lead':
    '{serviceName} 계정에서 인증 앱이 제거되었습니다. 본인이 직접 한 작업이라면 추가로 조치할 필요가 없습니다.',
  'mail.factor-removed.other':
    '본인이 아니라면 즉시 비밀번호를 재설정하세요. 그러면 다른 모든 사람이 로그아웃됩니다.',
  'mail.factor-removed.action': '비밀번호 재설정',
  'mail.factor-removal.subject': '{serviceName} 계정의 두 번째 인증 수단이 제거될 예정입니다',
  'mail.factor-removal.lead':
    '분실한 두 번째 인증 수단을 계정에서 제거해 달라는 요청이 {serviceName} 운영자에게 접수되었습니다. 24시간 후에 제거됩니다.',
  'mail.factor-removal.other':
    '본인이 요청하지 않았다면 즉시 제거를 중지하고 비밀번호를 변경하세요.',
  'mail.factor-removal.action': '제거 중지',
  'mail.recovery-used.subject': '{serviceName} 계정의 복구 코드가 사용되었습니다',
  'mail.recovery-used.lead':
    '{serviceName} 계정의 복구 코드가 사용되었습니다. 본인이 사용했다면 추가로 조치할 필요가 없습니다.',
  'mail.recovery-used.left': '남은 복구 코드는 {count, number}개입니다.',
  'mail.recovery-used.other':
    '본인이 아니라면 즉시 비밀번호를 재설정하세요. 그러면 다른 모든 사람이 로그아웃됩니다.',
  'mail.recovery-used.action': '비밀번호 재설정',
  'mail.passkey-added.subject': '{serviceName} 계정에 패스키가 추가되었습니다',
  'mail.passkey-added.lead':
    '{serviceName} 계정에 패스키가 추가되었습니다. 본인이 직접 한 작업이라면 추가로 조치할 필요가 없습니다.',
  'mail.passkey-added.other':
    '본인이 아니라면 즉시 비밀번호를 재설정하세요. 그러면 다른 모든 사람이 로그아웃됩니다.',
  'mail.passkey-added.action': '비밀번호 재설정',
  'mail.passkey-removed.subject': '{serviceName} 계정에서 패스키가 제거되었습니다',
  'mail.passkey-removed.lead':
    '{serviceName} 계정에서 패스키가 제거되었습니다. 본인이 직접 한 작업이라면 추가로 조치할 필요가 없습니다.',
  'mail.passkey-removed.other':
    '본인이 아니라면 즉시 비밀번호를 재설정하세요. 그러면 다른 모든 사람이 로그아웃됩니다.',
  'mail.passkey-removed.action': '비밀번호 재설정',
  'mail.email-changed.subject': '{serviceName} 계정의 이메일 주소가 변경되었습니다',
  'mail.email-changed.lead':
    '{serviceName} 계정의 이메일이 {newEmail} 주소로 변경되었습니다. 본인이 변경했다면 추가로 조치할 필요가 없습니다.',
  'mail.email-changed.yours':
    '같은 페이지에서 본인이 변경했다고 확인하면 이 주소로는 더 이상 변경을 되돌릴 수 없습니다.',
  'mail.email-changed.other': '본인이 아니라면 즉시 변경을 되돌린 다음 새 비밀번호를 설정하세요.',
  'mail.email-changed.action': '변경 되돌리기',
  'mail.email-changed.expiry':
    '링크는 {days, plural, other {#일}} 동안 유효하며 한 번만 사용할 수 있습니다.',
  'mail.email-left.subject': '{serviceName} 계정의 이메일 주소가 변경되었습니다',
  'mail.email-left.lead':
    '{serviceName} 계정의 이메일 주소가 변경되었습니다. 본인이 변경하지 않았다면 {serviceName}에 문의하세요.',
  'mail.account-deleted.subject': '{serviceName} 계정이 삭제되었습니다',
  'mail.account-deleted.lead':
    '{serviceName} 계정이 삭제되었습니다. 본인이 삭제하지 않았다면 {serviceName}에 문의하세요.',
  'mail.email-pending.subject': '{serviceName} 계정의 이메일 주소가 변경되었습니다',
  'mail.email-pending.lead':
    '앱이 {serviceName} 계정의 이메일을 {newEmail} 주소로 변경했습니다. 새 주소를 수락할 때까지는 이 주소로 로그인합니다.',
  'mail.email-pending.other':
    '본인이 아니라면 즉시 이 앱의 액세스 권한을 해지하고 비밀번호를 변경하세요.',
  'mail.email-pending.action': '새 주소 사용',
  'mail.email-pending.expiry':
    '링크는 {hours, plural, other {#시간}} 동안 유효하며 한 번만 사용할 수 있습니다.',
  'mail.application-authorized.subject': '앱이 {serviceName} 계정을 사용할 수 있게 되었습니다',
  'mail.application-authorized.lead':
    '{application} 앱이 {serviceName} 계정을 사용하도록 승인했습니다. 언제든지 액세스 권한을 해지할 수 있습니다.',
  'mail.application-authorized.other':
    '본인이 아니라면 즉시 이 앱의 액세스 권한을 해지하고 비밀번호를 변경하세요.',
  'mail.application-authorized.action': '연결된 앱 보기',
  'mail.new-browser.subject': '{serviceName} 계정에 새로운 로그인이 있습니다',
  'mail.new-browser.lead':
    '방금 누군가 이전에 사용한 적이 없는 브라우저에서 {serviceName} 계정에 로그인했습니다. 브라우저: {browser}, IP 주소: {source}.',
  'mail.new-browser.other': '본인이 아니라면 지금 새 비밀번호를 설정하세요.',
  'mail.new-browser.action': '비밀번호 재설정',
};
