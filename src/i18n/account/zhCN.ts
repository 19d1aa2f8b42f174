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
  security: {
    title: '安全设置',
    enterCode: '打开验证器，输入当前显示的 6 位验证码。',
    enrol:
      '公司要求两步验证。请在验证器（如微信小程序“腾讯身份验证器”或 Google Authenticator）里添加下面的密钥，再输入它显示的 6 位验证码。',
    secret: '密钥',
    code: '6 位验证码',
    submit: '验证',
    passed: '两步验证已通过',
    goOn: '继续',
  },
}
