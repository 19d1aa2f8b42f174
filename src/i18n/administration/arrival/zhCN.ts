export const phrases = {
  arrival: {
    invalid: { title: '链接无法使用' },
    setup: {
      title: '设置书包云盘',
      text: '创建你的组织，并成为它的第一位管理员。',
      kind: '用于',
      school: {
        label: '学校',
        organisation: '学校名称',
        departments: '单位（可以以后再加）',
        departmentsHint: '每行一个单位，缩进表示下级单位',
      },
      company: {
        label: '企业',
        organisation: '企业名称',
        departments: '部门（可以以后再加）',
        departmentsHint: '每行一个部门，缩进表示下级部门',
      },
      name: '你的姓名',
      login: '账号',
      loginHint: '用来登录，例如邮箱地址',
      password: '密码',
      again: '再次输入密码',
      submit: '创建',
    },
    next: {
      title: '{name} 已创建',
      text: '接下来可以：',
      people: '添加人员，或从表格导入',
      links: '把一次性链接发给每个人，他们用它设置自己的密码',
      policies: '检查分享与安全策略；在线文档和表格默认关闭，在那里打开',
      directories: '有企业微信或 LDAP 目录时，在“策略”里连接',
      console: '打开管理后台',
      files: '打开我的文件',
    },
    welcome: {
      first: '{name}，欢迎使用',
      reset: '{name}，请设置新密码',
      text: '{organisation} · 账号 {login}',
      password: '新密码',
      again: '再次输入新密码',
      hint: '至少 {n} 个字符',
      submit: '设置密码并登录',
    },
    required: '请填写此项',
    different: '两次输入的密码不一致',
    show: '显示密码',
  },
}

export type ArrivalPhrases = typeof phrases
