import { applications } from './applications/zhTW'
import { departments } from './departments/zhTW'
import { imports } from './import/zhTW'
import { overview } from './overview/zhTW'
import { people, person } from './people/zhTW'
import { policies } from './policies/zhTW'
import { sharing } from './sharing/zhTW'
import { directories } from './directories/zhTW'
import { signOn } from './signOn/zhTW'
import { weCom } from './weCom/zhTW'
import type { AdminPhrases } from './zhCN'

export const phrases: AdminPhrases = {
  admin: {
    title: '管理 · {name}',
    navigation: '管理後台的導覽',
    menu: '開啟導覽',
    back: '回到雲端硬碟',
    places: {
      overview: '概覽',
      people: '人員',
      import: '匯入',
      departments: '部門',
      groups: '群組',
      policies: '策略',
      sharing: '分享',
      applications: '應用程式',
      audit: '審計',
      appearance: '外觀',
    },
    roles: { owner: '擁有者', people: '人員管理員', auditor: '審計員', none: '成員' },
    refused: { title: '只有管理員能開啟這裡', text: '需要管理時，請聯絡企業的擁有者。' },
    forbidden: { title: '你的角色不能檢視這裡', text: '請聯絡擁有者。' },
    failed: { title: '沒有取到資料', retry: '重試' },
    loading: '正在讀取…',
    action: {
      cancel: '取消',
      close: '關閉',
      save: '儲存',
      edit: '修改',
      add: '新增',
      remove: '移除',
      delete: '刪除',
      rename: '改名',
      export: '匯出',
      undo: '復原',
      copied: '已複製',
      clear: '清除',
      clearFilters: '清除篩選',
    },
    picker: {
      placeholder: '輸入姓名或帳號查詢',
      none: '沒有找到這個人',
      open: '顯示可選的人',
      chosen: '已選 {n} 人',
      remove: '不選 {name}',
    },
    unlimited: '不限',
    gigabytes: 'GB',
    never: '從未',
    nobody: '無',
    people,
    person,
    import: imports,
    departments,
    overview,
    policies,
    sharing,
    applications,
    signOn,
    directories,
    weCom,
  },
}
