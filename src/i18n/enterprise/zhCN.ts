export const phrases = {
  promotion: {
    title: '优惠活动',
    starter: {
      title: '领取入门版',
      text: '企业管理员可为企业领取一次入门版优惠券',
      register: '注册新企业',
      phone: '填写管理员手机号',
    },
    form: {
      title: '填写管理员手机号',
      region: '国家或地区',
      regionSearch: '搜索国家、地区或区号',
      regionNone: '没有相符的国家或地区',
      phone: '手机号',
      code: '验证码',
      send: '获取验证码',
      again: '{n} 秒后重发',
      sent: '发送成功',
      phoneMissing: '请输入手机号',
      codeMissing: '请输入验证码',
      submit: '立即领取',
    },
    claimed: '领取成功',
    finished: { title: '领取成功', text: '入门版优惠券已发放到你的企业' },
    ended: { title: '活动已结束', text: '入门版领取活动已于 2020 年 9 月 1 日结束' },
    unknown: { title: '没有这个活动', text: '链接可能不完整' },
    prompt: '请登录后在首页查看活动详情',
    administratorsOnly: '只有企业管理员可以领取',
    home: '进入首页',
  },
}

export type PromotionPhrases = typeof phrases
