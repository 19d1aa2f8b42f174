import type { Language } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'

/** The overrides for schools (1§1). */
export const educationErrors: Record<Language, Partial<Record<ErrorCode, string>>> = {
  'zh-CN': {
    enterprise_expired: '学校的服务已到期，请联系管理员',
    personal_space_closed: '学校已关闭个人空间',
    share_public_disabled: '学校不允许公开分享',
    share_company_disabled: '它不能分享给全校',
    share_colleagues_disabled: '学校不允许分享给成员',
    share_download_disabled: '学校不允许分享链接被下载',
    share_forward_disabled: '学校不允许转发分享',
    share_limit_required: '学校要求限制预览和下载次数',
    share_visitor_watermark_required: '学校要求显示访客水印，不能关闭',
    share_receivers_missing: '请至少添加一位成员',
    coupon_claimed: '学校已领取过优惠券',
    collab_nobody: '请至少选择一位成员',
    collab_unknown: '你的学校里没有这个成员或群组',
  },
  en: {
    enterprise_expired: 'Your school’s subscription has expired. Please contact your administrator.',
    personal_space_closed: 'Your school has turned off personal files.',
    share_public_disabled: 'Your school doesn’t allow public links.',
    share_company_disabled: 'This can’t be shared with the whole school.',
    share_colleagues_disabled: 'Your school doesn’t allow sharing with members.',
    share_download_disabled: 'Your school doesn’t allow downloads from links.',
    share_forward_disabled: 'Your school doesn’t allow forwarding.',
    share_limit_required: 'Your school requires preview and download limits.',
    share_receivers_missing: 'Add at least one member.',
    collab_nobody: 'Please choose at least one member.',
    collab_unknown: 'This person or group doesn’t exist in your school.',
  },
  'zh-TW': {
    enterprise_expired: '學校的服務已到期，請聯絡管理員',
    personal_space_closed: '學校已關閉個人空間',
    share_public_disabled: '學校不允許公開分享',
    share_company_disabled: '它不能分享給全校',
    share_colleagues_disabled: '學校不允許分享給成員',
    share_download_disabled: '學校不允許分享連結被下載',
    share_forward_disabled: '學校不允許轉傳分享',
    share_limit_required: '學校要求限制預覽和下載次數',
    share_visitor_watermark_required: '學校要求顯示訪客浮水印，不能關閉',
    share_receivers_missing: '請至少新增一位成員',
    coupon_claimed: '學校已領取過優惠券',
    collab_nobody: '請至少選擇一位成員',
    collab_unknown: '你的學校裡沒有這個成員或群組',
  },
}
