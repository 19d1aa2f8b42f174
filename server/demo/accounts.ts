/** A login of the demo world, and what it demonstrates. */
export interface DemoAccount {
  login: string
  shows: { zh: string; en: string }
}

/** base32; the secret of member@secure.demo's authenticator (decisions 60) */
export const demoTotpSecret = 'SATCHELDEMOSECRETSATCHELDEMOSECR'

/** In printing order. */
export const demoAccounts: readonly DemoAccount[] = [
  account('admin@mingde.demo', '明德学校管理员，招生办公室主任', 'a school: administrator, manager of a department'),
  account(
    'teacher@mingde.demo',
    '三级部门成员，两个协作文件夹',
    'a teacher: member three departments deep, two shared folders',
  ),
  account(
    'student@mingde.demo',
    '多个文件夹的查看者，待接受的邀请',
    'a student: viewer of several folders, open invitations',
  ),
  account(
    'admin@yunzhou.demo',
    '云舟科技管理员，“角色演示”的所有者',
    'a company: administrator, owner of the folder 角色演示',
  ),
  account('coowner@yunzhou.demo', '角色演示：共同所有者', '角色演示: co-owner'),
  account('editor@yunzhou.demo', '角色演示：编辑者', '角色演示: editor'),
  account('viewer_uploader@yunzhou.demo', '角色演示：查看 + 上传', '角色演示: viewer and uploader'),
  account('viewer@yunzhou.demo', '角色演示：查看者', '角色演示: viewer'),
  account('previewer_uploader@yunzhou.demo', '角色演示：预览 + 上传', '角色演示: previewer and uploader'),
  account('previewer@yunzhou.demo', '角色演示：预览者', '角色演示: previewer'),
  account('uploader@yunzhou.demo', '角色演示：上传者', '角色演示: uploader'),
  account('reset@yunzhou.demo', '角色演示：已被收回权限', '角色演示: access withdrawn'),
  account('solo@personal.demo', '个人用户', 'a personal user'),
  account('member@closed.demo', '个人空间已关闭，不可分享给同事', 'personal space closed, no sharing with colleagues'),
  account('member@expired.demo', '企业已过期', 'an enterprise that has expired'),
  account(
    'member@secure.demo',
    `两步验证（密钥 ${demoTotpSecret}）、病毒扫描、防泄漏等开关全开`,
    `second step (secret ${demoTotpSecret}), virus scan, leak prevention: every switch on`,
  ),
  account(
    'newcomer@xinya.demo',
    '第一天使用：各处有引导提示，企业来自企业微信',
    'the first day: guides are shown; the company comes from WeCom',
  ),
]

/** Lines to print at start, one per account. Logins outside the demo world have no description. */
export function describeAccounts(logins: readonly string[]): string[] {
  const width = Math.max(...logins.map((login) => login.length))
  return logins.map((login) => {
    const shows = demoAccounts.find((known) => known.login === login)?.shows
    return shows ? `${login.padEnd(width)}  ${shows.zh} · ${shows.en}` : login
  })
}

function account(login: string, zh: string, en: string): DemoAccount {
  return { login, shows: { zh, en } }
}
