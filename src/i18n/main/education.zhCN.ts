import type { Overlay } from '../Overlay'
import type { LatePhrases } from '../late/Phrases'
import type { MainPhrases } from './Phrases'

export const education: Overlay<MainPhrases & LatePhrases> = {
  space: { dept: '单位文件' },
  row: { departments: '{n} 个下级单位' },
  empty: {
    closed: { text: '学校已关闭个人空间，请使用单位或协作文件夹' },
    expired: { title: '学校的服务已到期' },
  },
  file: {
    share: {
      enterpriseDownloadForbidden: '学校已禁止下载',
      disabled: { publicDisabled: '学校已关闭公开分享' },
    },
  },
  security: { enrol: '学校要求两步验证。请在验证器（如微信小程序“腾讯身份验证器”或 Google Authenticator）里添加下面的密钥，再输入它显示的 6 位验证码。' },
}
