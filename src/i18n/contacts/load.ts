import type { Language, Wording } from '@/contract/entities'
import type { Catalogues, Overlay } from '../Phrase'
import { phrases as en } from './en'
import { phrases as zhCN, type PeoplePhrases } from './zhCN'
import { phrases as zhTW } from './zhTW'

/** The overrides for schools. */
export const education: Record<Language, Overlay<PeoplePhrases>> = {
  'zh-CN': {
    contacts: {
      title: { share: '选择成员' },
      search: '搜索姓名、单位、群组',
      searchHint: { text: '可以按姓名、账号、单位或群组查找' },
      nobody: { text: '管理员添加成员后，会显示在这里' },
      allOfDepartment: '全选本单位 · {n} 人',
      place: '所在单位',
      above: '上级单位',
    },
  },
  en: {
    contacts: {
      title: { share: 'Choose members' },
      search: 'Search people, units, groups',
      searchHint: { text: 'By name, account, unit or group' },
      nobody: { text: 'Members show here once an administrator has added them' },
      place: 'Unit',
    },
  },
  'zh-TW': {
    contacts: {
      title: { share: '選擇成員' },
      search: '搜尋姓名、單位、群組',
      searchHint: { text: '可以依姓名、帳號、單位或群組尋找' },
      nobody: { text: '管理員新增成員後，會顯示在這裡' },
      allOfDepartment: '全選本單位 · {n} 人',
      place: '所在單位',
      above: '上級單位',
    },
  },
}

const catalogues = { 'zh-CN': zhCN, en, 'zh-TW': zhTW }

/** The words of choosing people, for appending to the main ones. They are small enough for the same chunk as the code. */
export function loadPeopleWords(language: Language, wording: Wording): Promise<Catalogues<'people'>> {
  return Promise.resolve([catalogues[language], ...(wording === 'education' ? [education[language]] : [])])
}
