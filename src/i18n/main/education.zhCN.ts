import type { Overlay } from '../Phrase'
import type { LazyPhrases } from '../lazy/zhCN'
import type { MainPhrases } from './zhCN'

export const education: Overlay<MainPhrases & LazyPhrases> = {
  space: { dept: '单位文件' },
  collab: { departmentRemoved: '已移出单位“{name}”' },
  row: { departments: '{n} 个下级单位' },
  properties: { folder: { department: '单位文件夹' } },
  empty: {
    closed: { text: '学校已关闭个人空间，请使用单位或协作文件夹' },
    expired: { title: '学校的服务已到期' },
  },
}
