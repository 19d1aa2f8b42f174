import type { Language, Wording } from '@/contract/entities'
import type { Catalogues, Overlay } from '../Phrase'
import { phrases as en } from './en'
import { phrases as zhCN, type AccountPhrases } from './zhCN'
import { phrases as zhTW } from './zhTW'

/** The overrides for schools. */
export const education: Record<Language, Overlay<AccountPhrases>> = {
  'zh-CN': {
    logo: { title: '学校标志', heading: '学校管理', text: '别人打开分享链接时，会在页面顶部看到学校标志。' },
    picture: { others: '师生头像' },
    security: { forced: '学校要求两步验证，设置好之后才能继续。' },
    twoStep: { isForced: '学校要求两步验证，不能关闭。' },
    audit: {
      administrator: '学校管理员',
      manager: '单位管理员',
      deeds: {
        member_changed: '单位成员变更',
        logo_changed: '更改学校标志',
        department_created: '新建单位',
        department_changed: '修改单位',
        department_moved: '移动单位',
        department_merged: '合并单位',
        department_deleted: '删除单位',
      },
    },
  },
  en: {
    logo: { title: 'School logo', heading: 'School' },
    security: { forced: 'Your school requires two-step verification. Set it up to continue.' },
    twoStep: { isForced: 'Your school requires two-step verification, so it can’t be turned off.' },
    audit: {
      manager: 'unit manager',
      deeds: {
        member_changed: 'Changed unit members',
        department_created: 'Added a unit',
        department_changed: 'Changed a unit',
        department_moved: 'Moved a unit',
        department_merged: 'Merged units',
        department_deleted: 'Deleted a unit',
      },
    },
  },
  'zh-TW': {
    logo: { title: '學校標誌', heading: '學校管理', text: '別人開啟分享連結時，會在頁面頂端看到學校標誌。' },
    picture: { others: '師生大頭貼' },
    security: { forced: '學校要求兩步驟驗證，設定完成後才能繼續。' },
    twoStep: { isForced: '學校要求兩步驟驗證，無法關閉。' },
    audit: {
      administrator: '學校管理員',
      manager: '單位管理員',
      deeds: {
        member_changed: '單位成員變更',
        logo_changed: '變更學校標誌',
        department_created: '新增單位',
        department_changed: '修改單位',
        department_moved: '移動單位',
        department_merged: '合併單位',
        department_deleted: '刪除單位',
      },
    },
  },
}

const catalogues = { 'zh-CN': zhCN, en, 'zh-TW': zhTW }

/** The words of signing in, for appending to the main ones. They are small enough for the same chunk as the code. */
export function loadAccountWords(language: Language, wording: Wording): Promise<Catalogues<'account'>> {
  return Promise.resolve([catalogues[language], ...(wording === 'education' ? [education[language]] : [])])
}
