import { wordsLoader } from '../wordsLoader'
import type { Language } from '@/contract/entities'
import type { Overlay } from '../Phrase'
import type { MembersPhrases } from './zhCN'

/** The overrides for schools. */
export const education: Record<Language, Overlay<MembersPhrases>> = {
  'zh-CN': {
    members: { manager: '单位管理员', departmentOf: '单位 {n}' },
    member: {
      way: { department: '来自单位', member: '单位成员', manager: '单位文件管理员' },
    },
    access: { link: { company: '学校内链接', collaborators: '分享给成员' }, receivers: '发给 {n} 位成员、单位或群组' },
  },
  en: {
    members: { manager: 'Unit manager', departmentOf: 'Unit {n}' },
    member: {
      way: { department: 'Through a unit', member: 'Member of the unit', manager: 'Manages the unit’s files' },
    },
    access: {
      link: { company: 'Link for the school', collaborators: 'Shared with members' },
      receivers: 'For {n} member, unit or group|For {n} members, units or groups',
    },
  },
  'zh-TW': {
    members: { manager: '單位管理員', departmentOf: '單位 {n}' },
    member: {
      way: { department: '來自單位', member: '單位成員', manager: '單位檔案管理員' },
    },
    access: { link: { company: '學校內連結', collaborators: '分享給成員' }, receivers: '發給 {n} 位成員、單位或群組' },
  },
}

/** The words of members and invitations. */
export const loadMembersWords = wordsLoader<'members'>(
  {
    'zh-CN': () => import(/* webpackMode: "eager" */ './zhCN'),
    en: () => import(/* webpackMode: "eager" */ './en'),
    'zh-TW': () => import(/* webpackMode: "eager" */ './zhTW'),
  },
  education,
)
