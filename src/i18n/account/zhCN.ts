export const phrases = {
  login: {
    title: '登录{product}',
    account: '邮箱、手机号或账号',
    password: '密码',
    language: '语言',
    submit: '登录',
    showPassword: '显示密码',
    accountRequired: '请输入账号',
    passwordRequired: '请输入密码',
  },
}
