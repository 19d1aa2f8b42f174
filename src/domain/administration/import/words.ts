import type { Language } from '@/contract/entities'

/** The content of a column of an imported file. */
export const importFields = ['login', 'name', 'email', 'departments', 'managed', 'groups', 'quota', 'role'] as const
export type ImportField = (typeof importFields)[number]

/** The headings of the template by language: in general, and for schools. */
export const template: Record<ImportField, Record<Language, readonly [usual: string, school: string]>> = {
  login: { 'zh-CN': ['账号', '账号'], 'zh-TW': ['帳號', '帳號'], en: ['Login', 'Login'] },
  name: { 'zh-CN': ['姓名', '姓名'], 'zh-TW': ['姓名', '姓名'], en: ['Name', 'Name'] },
  email: { 'zh-CN': ['邮箱', '邮箱'], 'zh-TW': ['電子郵件', '電子郵件'], en: ['E-mail', 'E-mail'] },
  departments: { 'zh-CN': ['部门', '单位'], 'zh-TW': ['部門', '單位'], en: ['Departments', 'Units'] },
  managed: {
    'zh-CN': ['主管的部门', '负责的单位'],
    'zh-TW': ['主管的部門', '負責的單位'],
    en: ['Manager of', 'Head of'],
  },
  groups: { 'zh-CN': ['群组', '群组'], 'zh-TW': ['群組', '群組'], en: ['Groups', 'Groups'] },
  quota: { 'zh-CN': ['空间', '空间'], 'zh-TW': ['空間', '空間'], en: ['Storage', 'Storage'] },
  role: { 'zh-CN': ['角色', '角色'], 'zh-TW': ['角色', '角色'], en: ['Role', 'Role'] },
}

/** Other headings, the likelier ones first. */
export const others: Record<ImportField, string> = {
  login:
    '登录名 登录账号 用户名 登入名稱 登入帳號 使用者名稱 username loginname account userid 学号 學號 工号 工號 教工号 教職員編號 员工号 員工編號 学工号 学籍号 studentid studentnumber employeeid staffid',
  name: '名字 全名 中文姓名 学生姓名 學生姓名 教师姓名 教師姓名 员工姓名 員工姓名 fullname displayname realname',
  email: '电子邮箱 电子邮件 邮件 邮箱地址 電郵 電子信箱 信箱 emailaddress mail',
  departments:
    'department 班级 班級 院系 单位 單位 部门 部門 所属部门 所屬部門 所在部门 所在單位 所在单位 年级班级 年級班級 unit class classes dept',
  managed:
    '部门主管 部門主管 负责的部门 負責的部門 负责人 負責人 主管 班主任 導師 managed manages manager headof ismanager',
  groups: 'group 组 組 小组 小組 社团 社團 教研组 教研組',
  quota: '容量 空间大小 空間大小 quota quotagb space quotabytes',
  role: '管理角色 管理员 管理員 administratorrole',
}

/** How a cell says whether somebody is a manager, in lower case. */
export const YES = new Set(['是', 'yes', 'y', 'true', '1', '√', '✓', '✔'])
export const NO = new Set(['否', 'no', 'n', 'false', '0', '×', '✗'])
