import type { PromotionPhrases } from './zhCN'

export const phrases: PromotionPhrases = {
  promotion: {
    title: '優惠活動',
    starter: {
      title: '領取入門版',
      text: '企業管理員可為企業領取一次入門版優惠券',
      register: '註冊新企業',
      phone: '填寫管理員手機號碼',
    },
    form: {
      title: '填寫管理員手機號碼',
      region: '國家或地區',
      regionSearch: '搜尋國家、地區或區碼',
      regionNone: '沒有相符的國家或地區',
      phone: '手機號碼',
      code: '驗證碼',
      send: '取得驗證碼',
      again: '{n} 秒後重送',
      sent: '傳送成功',
      phoneMissing: '請輸入手機號碼',
      codeMissing: '請輸入驗證碼',
      submit: '立即領取',
    },
    claimed: '領取成功',
    finished: { title: '領取成功', text: '入門版優惠券已發放到你的企業' },
    ended: { title: '活動已結束', text: '入門版領取活動已於 2020 年 9 月 1 日結束' },
    unknown: { title: '沒有這個活動', text: '連結可能不完整' },
    prompt: '請登入後在首頁檢視活動詳情',
    administratorsOnly: '只有企業管理員可以領取',
    home: '進入首頁',
  },
}
