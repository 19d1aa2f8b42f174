import { applications } from './applications/zhCN'
import { departments } from './departments/zhCN'
import { imports } from './import/zhCN'
import { overview } from './overview/zhCN'
import { people, person } from './people/zhCN'
import { policies } from './policies/zhCN'
import { sharing } from './sharing/zhCN'
import { directories } from './directories/zhCN'
import { signOn } from './signOn/zhCN'
import { weCom } from './weCom/zhCN'

export const phrases = {
  admin: {
    title: '管理 · {name}',
    navigation: '管理后台的导航',
    menu: '打开导航',
    back: '回到云盘',
    places: {
      overview: '概览',
      people: '人员',
      import: '导入',
      departments: '部门',
      groups: '群组',
      policies: '策略',
      sharing: '分享',
      applications: '应用',
      audit: '审计',
      appearance: '外观',
    },
    roles: { owner: '所有者', people: '人员管理员', auditor: '审计员', none: '成员' },
    refused: { title: '只有管理员能打开这里', text: '需要管理时，请联系企业的所有者。' },
    forbidden: { title: '你的角色不能查看这里', text: '请联系所有者。' },
    failed: { title: '没有取到数据', retry: '重试' },
    loading: '正在读取…',
    action: {
      cancel: '取消',
      close: '关闭',
      save: '保存',
      edit: '修改',
      add: '添加',
      remove: '移除',
      delete: '删除',
      rename: '改名',
      export: '导出',
      undo: '撤销',
      copied: '已复制',
      clear: '清除',
      clearFilters: '清除筛选',
    },
    picker: {
      placeholder: '输入姓名或账号查找',
      none: '没有找到这个人',
      open: '显示可选的人',
      chosen: '已选 {n} 人',
      remove: '不选 {name}',
    },
    unlimited: '不限',
    gigabytes: 'GB',
    never: '从未',
    nobody: '无',
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

export type AdminPhrases = typeof phrases
