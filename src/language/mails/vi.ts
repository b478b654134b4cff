import type { MailCatalogue } from './en.js';

/** Terms: tài khoản, mật khẩu, mã truy cập, ứng dụng, email. */
export const vi: MailCatalogue = {
  'mail.greeting': 'Xin chào {name},',
  'mail.greeting_nameless': 'Xin chào,',
  'mail.link_hint': 'Nếu nút không hoạt động, hãy sao chép liên kết này vào trình duyệt:',
  'mail.code':
    'Hoặc nhập mã này trên trang mà bạn đã yêu cầu email này. Mã có hiệu lực trong {codeMinutes, plural, other {# phút}} và chỉ dùng được một lần.',
  'mail.verification.subject': 'Xác nhận địa chỉ email của bạn cho {serviceName}',
  'mail.verification.lead':
    'Vui lòng xác nhận đây là địa chỉ email của bạn. Địa chỉ này đã được nhập cho một tài khoản {serviceName}.',
  'mail.verification.action': 'Xác nhận địa chỉ email',
  'mail.verification.expiry':
    'Liên kết có hiệu lực trong {hours, plural, other {# giờ}} và chỉ dùng được một lần.',
  'mail.verification.ignore':
    'Nếu tài khoản này không phải của bạn, hãy bỏ qua email này. Khi đó, địa chỉ vẫn ở trạng thái chưa xác nhận.',
  'mail.sign-up.subject': 'Hoàn tất việc tạo tài khoản {serviceName} của bạn',
  'mail.sign-up.lead':
    'Bạn sắp xong rồi. Hãy mở liên kết để hoàn tất việc tạo tài khoản {serviceName}. Trang mở ra sẽ yêu cầu bạn nhập mật khẩu đã chọn.',
  'mail.sign-up.action': 'Hoàn tất việc tạo tài khoản',
  'mail.sign-up.expiry':
    'Liên kết có hiệu lực trong {hours, plural, other {# giờ}} và chỉ dùng được một lần.',
  'mail.sign-up.ignore':
    'Nếu bạn không đăng ký, hãy bỏ qua email này. Sẽ không có tài khoản nào được tạo nếu bạn không tự hoàn tất.',
  'mail.sign-up-taken.subject': 'Bạn đã có tài khoản {serviceName}',
  'mail.sign-up-taken.lead':
    'Ai đó đã thử tạo tài khoản {serviceName} bằng địa chỉ email này, nhưng bạn đã có tài khoản. Không có gì thay đổi.',
  'mail.sign-up-taken.you':
    'Nếu đó là bạn, hãy đăng nhập. Nếu đã quên mật khẩu, bạn có thể đặt lại tại trang đăng nhập.',
  'mail.sign-up-taken.action': 'Đăng nhập',
  'mail.sign-up-taken.ignore': 'Nếu đó không phải là bạn, bạn không cần làm gì cả.',
  'mail.password-reset.subject': 'Đặt lại mật khẩu {serviceName} của bạn',
  'mail.password-reset.lead':
    'Ai đó đã yêu cầu đặt lại mật khẩu tài khoản {serviceName} của bạn. Nếu đó là bạn, hãy đặt mật khẩu mới.',
  'mail.password-reset.action': 'Đặt mật khẩu mới',
  'mail.password-reset.expiry':
    'Liên kết có hiệu lực trong {minutes, plural, other {# phút}} và chỉ dùng được một lần.',
  'mail.password-reset.ignore':
    'Nếu đó không phải là bạn, hãy bỏ qua email này. Mật khẩu của bạn vẫn giữ nguyên.',
  'mail.first-proof.subject': 'Xác nhận địa chỉ email của bạn cho {serviceName}',
  'mail.first-proof.lead':
    'Một tài khoản {serviceName} đang dùng địa chỉ email này, nhưng chưa ai xác nhận địa chỉ.',
  'mail.first-proof.you':
    'Nếu đây là địa chỉ của bạn, hãy chọn mật khẩu mới. Việc này xác nhận địa chỉ và chấm dứt mọi thứ đã được thiết lập trước đó trong tài khoản.',
  'mail.first-proof.action': 'Đặt mật khẩu mới',
  'mail.first-proof.expiry':
    'Liên kết có hiệu lực trong {hours, plural, other {# giờ}} và chỉ dùng được một lần.',
  'mail.first-proof.ignore':
    'Nếu đó không phải là bạn, hãy bỏ qua email này. Không có gì thay đổi.',
  'mail.password-changed.subject': 'Mật khẩu {serviceName} của bạn đã được đổi',
  'mail.password-changed.lead':
    'Mật khẩu tài khoản {serviceName} của bạn đã được đổi. Nếu chính bạn đã đổi, bạn không cần làm gì thêm.',
  'mail.password-changed.other':
    'Nếu đó không phải là bạn, hãy đặt lại mật khẩu ngay lập tức. Thao tác này sẽ đăng xuất tất cả những người khác.',
  'mail.password-changed.action': 'Đặt lại mật khẩu',
  'mail.factor-added.subject':
    'Một ứng dụng xác thực đã được thiết lập cho tài khoản {serviceName} của bạn',
  'mail.factor-added.lead':
    'Một ứng dụng xác thực đã được thiết lập cho tài khoản {serviceName} của bạn. Nếu chính bạn đã làm điều này, bạn không cần làm gì thêm.',
  'mail.factor-added.other':
    'Nếu đó không phải là bạn, hãy đặt lại mật khẩu ngay lập tức. Thao tác này sẽ đăng xuất tất cả những người khác.',
  'mail.factor-added.action': 'Đặt lại mật khẩu',
  'mail.factor-removed.subject':
    'Ứng dụng xác thực đã được gỡ khỏi tài khoản {serviceName} của bạn',
  'mail.factor-removed.lead':
    'Ứng dụng xác thực đã được gỡ khỏi tài khoản {serviceName} của bạn. Nếu chính bạn đã làm điều này, bạn không cần làm gì thêm.',
  'mail.factor-removed.other':
    'Nếu đó không phải là bạn, hãy đặt lại mật khẩu ngay lập tức. Thao tác này sẽ đăng xuất tất cả những người khác.',
  'mail.factor-removed.action': 'Đặt lại mật khẩu',
  'mail.factor-removal.subject':
    'Yếu tố xác thực thứ hai của tài khoản {serviceName} của bạn sẽ bị gỡ',
  'mail.factor-removal.lead':
    'Có người đã yêu cầu đơn vị vận hành {serviceName} gỡ yếu tố xác thực thứ hai đã mất của tài khoản của bạn. Yếu tố này sẽ bị gỡ sau 24 giờ.',
  'mail.factor-removal.other':
    'Nếu bạn không yêu cầu việc này, hãy dừng việc gỡ ngay lập tức và đổi mật khẩu.',
  'mail.factor-removal.action': 'Dừng việc gỡ',
  'mail.recovery-used.subject':
    'Một mã khôi phục của tài khoản {serviceName} của bạn đã được sử dụng',
  'mail.recovery-used.lead':
    'Một mã khôi phục của tài khoản {serviceName} của bạn đã được sử dụng. Nếu chính bạn đã làm điều này, bạn không cần làm gì thêm.',
  'mail.recovery-used.left': 'Số mã còn lại: {count, number}.',
  'mail.recovery-used.other':
    'Nếu đó không phải là bạn, hãy đặt lại mật khẩu ngay lập tức. Thao tác này sẽ đăng xuất tất cả những người khác.',
  'mail.recovery-used.action': 'Đặt lại mật khẩu',
  'mail.passkey-added.subject':
    'Một khóa truy cập đã được thêm vào tài khoản {serviceName} của bạn',
  'mail.passkey-added.lead':
    'Một khóa truy cập đã được thêm vào tài khoản {serviceName} của bạn. Nếu chính bạn đã làm điều này, bạn không cần làm gì thêm.',
  'mail.passkey-added.other':
    'Nếu đó không phải là bạn, hãy đặt lại mật khẩu ngay lập tức. Thao tác này sẽ đăng xuất tất cả những người khác.',
  'mail.passkey-added.action': 'Đặt lại mật khẩu',
  'mail.passkey-removed.subject':
    'Một khóa truy cập đã được gỡ khỏi tài khoản {serviceName} của bạn',
  'mail.passkey-removed.lead':
    'Một khóa truy cập đã được gỡ khỏi tài khoản {serviceName} của bạn. Nếu chính bạn đã làm điều này, bạn không cần làm gì thêm.',
  'mail.passkey-removed.other':
    'Nếu đó không phải là bạn, hãy đặt lại mật khẩu ngay lập tức. Thao tác này sẽ đăng xuất tất cả những người khác.',
  'mail.passkey-removed.action': 'Đặt lại mật khẩu',
  'mail.email-changed.subject': 'Địa chỉ email của tài khoản {serviceName} của bạn đã được đổi',
  'mail.email-changed.lead':
    'Địa chỉ email của tài khoản {serviceName} của bạn đã được đổi thành {newEmail}. Nếu chính bạn đã đổi, bạn không cần làm gì thêm.',
  'mail.email-changed.yours':
    'Nếu bạn xác nhận trên cùng trang đó rằng chính bạn đã đổi, địa chỉ này sẽ không thể hoàn tác thay đổi nữa.',
  'mail.email-changed.other':
    'Nếu đó không phải là bạn, hãy hoàn tác thay đổi ngay lập tức, rồi đặt mật khẩu mới.',
  'mail.email-changed.action': 'Hoàn tác thay đổi',
  'mail.email-changed.expiry':
    'Liên kết có hiệu lực trong {days, plural, other {# ngày}} và chỉ dùng được một lần.',
  'mail.email-left.subject': 'Địa chỉ email của tài khoản {serviceName} của bạn đã được đổi',
  'mail.email-left.lead':
    'Địa chỉ email của tài khoản {serviceName} của bạn đã được đổi. Nếu không phải bạn, hãy liên hệ {serviceName}.',
  'mail.account-deleted.subject': 'Tài khoản {serviceName} của bạn đã bị xóa',
  'mail.account-deleted.lead':
    'Tài khoản {serviceName} của bạn đã bị xóa. Nếu không phải bạn, hãy liên hệ {serviceName}.',
  'mail.email-pending.subject': 'Địa chỉ email của tài khoản {serviceName} của bạn đã được đổi',
  'mail.email-pending.lead':
    'Một ứng dụng đã đổi địa chỉ email của tài khoản {serviceName} của bạn thành {newEmail}. Cho đến khi bạn chấp nhận địa chỉ mới, bạn đăng nhập bằng địa chỉ này.',
  'mail.email-pending.other':
    'Nếu đó không phải là bạn, hãy thu hồi quyền truy cập của ứng dụng này ngay lập tức và đổi mật khẩu.',
  'mail.email-pending.action': 'Dùng địa chỉ mới',
  'mail.email-pending.expiry':
    'Liên kết có hiệu lực trong {hours, plural, other {# giờ}} và chỉ dùng được một lần.',
  'mail.application-authorized.subject':
    'Một ứng dụng hiện có thể sử dụng tài khoản {serviceName} của bạn',
  'mail.application-authorized.lead':
    'Bạn đã ủy quyền cho {application} sử dụng tài khoản {serviceName} của mình. Bạn có thể thu hồi quyền này bất cứ lúc nào.',
  'mail.application-authorized.other':
    'Nếu đó không phải là bạn, hãy thu hồi quyền truy cập của ứng dụng này ngay lập tức và đổi mật khẩu.',
  'mail.application-authorized.action': 'Xem các ứng dụng đã kết nối',
  'mail.new-browser.subject': 'Lượt đăng nhập mới vào tài khoản {serviceName} của bạn',
  'mail.new-browser.lead':
    'Ai đó vừa đăng nhập vào tài khoản {serviceName} của bạn trên một trình duyệt chưa từng được dùng với tài khoản này: {browser}, địa chỉ IP {source}.',
  'mail.new-browser.other': 'Nếu đó không phải là bạn, hãy đặt mật khẩu mới ngay.',
  'mail.new-browser.action': 'Đặt lại mật khẩu',
};
