import type { Overlay } from '../Overlay'
import type { MainPhrases } from './Phrases'

export const education: Overlay<MainPhrases> = {
  space: { dept: '单位文件' },
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
}
