import type { Language } from '@/contract/entities'

/** What the codes of the open platform's log say, each in three languages. */
const words: Record<number, Record<Language, string>> = {
  1: { 'zh-CN': '登录', 'zh-TW': '登入', en: 'Signed in' },
  2: { 'zh-CN': '退出登录', 'zh-TW': '登出', en: 'Signed out' },
  3: { 'zh-CN': '登录失败', 'zh-TW': '登入失敗', en: 'Failed sign-in' },
  4: { 'zh-CN': '修改密码', 'zh-TW': '修改密碼', en: 'Changed password' },
  5: { 'zh-CN': '申请重置密码', 'zh-TW': '申請重設密碼', en: 'Asked for a new password' },
  6: { 'zh-CN': '重置密码', 'zh-TW': '重設密碼', en: 'Reset a password' },
  10: { 'zh-CN': '添加成员', 'zh-TW': '新增成員', en: 'Added a person' },
  11: { 'zh-CN': '删除成员', 'zh-TW': '刪除成員', en: 'Deleted a person' },
  21: { 'zh-CN': '更改管理员权限', 'zh-TW': '變更管理員權限', en: 'Changed an administrator’s role' },
  30: { 'zh-CN': '修改成员资料', 'zh-TW': '修改成員資料', en: 'Changed a person' },
  36: { 'zh-CN': '开启两步验证', 'zh-TW': '開啟兩步驟驗證', en: 'Switched the second step on' },
  38: { 'zh-CN': '关闭两步验证', 'zh-TW': '關閉兩步驟驗證', en: 'Switched the second step off' },
  100: { 'zh-CN': '复制', 'zh-TW': '複製', en: 'Copied' },
  101: { 'zh-CN': '移动', 'zh-TW': '移動', en: 'Moved' },
  102: { 'zh-CN': '新建文件夹', 'zh-TW': '新增資料夾', en: 'Created a folder' },
  103: { 'zh-CN': '彻底删除', 'zh-TW': '永久刪除', en: 'Deleted permanently' },
  104: { 'zh-CN': '删除', 'zh-TW': '刪除', en: 'Deleted' },
  105: { 'zh-CN': '还原', 'zh-TW': '還原', en: 'Restored' },
  107: { 'zh-CN': '下载', 'zh-TW': '下載', en: 'Downloaded' },
  108: { 'zh-CN': '上传', 'zh-TW': '上傳', en: 'Uploaded' },
  109: { 'zh-CN': '重命名', 'zh-TW': '重新命名', en: 'Renamed' },
  111: { 'zh-CN': '新建文件', 'zh-TW': '新增檔案', en: 'Created a file' },
  112: { 'zh-CN': '设为当前版本', 'zh-TW': '設為目前版本', en: 'Made a version the current one' },
  113: { 'zh-CN': '上传新版本', 'zh-TW': '上傳新版本', en: 'Uploaded a new version' },
  119: { 'zh-CN': '修改描述', 'zh-TW': '修改描述', en: 'Changed a description' },
  400: { 'zh-CN': '分享', 'zh-TW': '分享', en: 'Shared' },
  405: { 'zh-CN': '修改分享', 'zh-TW': '修改分享', en: 'Changed a link' },
  408: { 'zh-CN': '关闭分享', 'zh-TW': '關閉分享', en: 'Closed a link' },
  409: { 'zh-CN': '重新开启分享', 'zh-TW': '重新開啟分享', en: 'Reopened a link' },
  502: { 'zh-CN': '更改协作者', 'zh-TW': '變更協作者', en: 'Changed a collaborator' },
  600: { 'zh-CN': '预览', 'zh-TW': '預覽', en: 'Viewed' },
  702: { 'zh-CN': '新建群组', 'zh-TW': '新增群組', en: 'Created a group' },
  703: { 'zh-CN': '删除群组', 'zh-TW': '刪除群組', en: 'Deleted a group' },
  704: { 'zh-CN': '修改群组', 'zh-TW': '修改群組', en: 'Changed a group' },
  900: { 'zh-CN': '修改企业设置', 'zh-TW': '修改企業設定', en: 'Changed settings' },
  1000: { 'zh-CN': '新建部门', 'zh-TW': '新增部門', en: 'Created a department' },
  1001: { 'zh-CN': '修改部门', 'zh-TW': '修改部門', en: 'Changed a department' },
  1004: { 'zh-CN': '删除部门', 'zh-TW': '刪除部門', en: 'Deleted a department' },
  1005: { 'zh-CN': '更改部门成员', 'zh-TW': '變更部門成員', en: 'Changed members of a department' },
  1013: { 'zh-CN': '移动部门', 'zh-TW': '移動部門', en: 'Moved a department' },
  1200: { 'zh-CN': '发起收集', 'zh-TW': '發起收集', en: 'Created a collecting link' },
  1201: { 'zh-CN': '修改收集', 'zh-TW': '修改收集', en: 'Changed a collecting link' },
  1202: { 'zh-CN': '关闭收集', 'zh-TW': '關閉收集', en: 'Closed a collecting link' },
  1203: { 'zh-CN': '提交文件', 'zh-TW': '提交檔案', en: 'Handed in' },
}

/** '' for a code that no event has. */
export function wordLogAction(code: number, language: Language): string {
  return words[code]?.[language] ?? ''
}
