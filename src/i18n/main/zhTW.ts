import type { MainPhrases } from './Phrases'

export const phrases: MainPhrases = {
  action: {
    back: '返回',
    cancel: '取消',
    close: '關閉',
    confirm: '確定',
    gotIt: '知道了',
    more: '更多操作',
    retry: '重試',
  },
  space: {
    frequent: '常用',
    own: '個人檔案',
    dept: '部門檔案',
    collab: '與我協作',
    trash: '資源回收筒',
  },
  header: {
    chooseSpace: '切換位置，目前為 {name}',
    messages: '訊息',
    unread: '訊息，{n} 則未讀',
  },
  navigation: {
    external: '外部 · {name}',
  },
  list: {
    label: '檔案清單',
    loading: '載入中',
    search: '搜尋檔案',
    sort: '排序',
    add: '上傳或新增',
    select: '選取',
  },
  row: {
    more: '{name} 的更多操作',
    encrypted: '加密',
    lockedBy: '{name} 鎖定',
    items: '{n} 項',
    folders: '{n} 個資料夾',
    departments: '{n} 個下級部門',
    forbidden: '已無權存取',
    dismissed: '已被移除',
    origin: {
      owned: '我的協作',
      invited: '協作',
      external: '外部協作',
    },
  },
  time: {
    seconds: '{n} 秒前',
    minutes: '{n} 分鐘前',
    hours: '{n} 小時前',
    yesterday: '昨天',
    dayBefore: '前天',
    months: '01 02 03 04 05 06 07 08 09 10 11 12',
    date: '{month}-{day}',
    dateOfYear: '{year}-{month}-{day}',
  },
  sort: {
    by: {
      date: '修改時間',
      deleted: '刪除時間',
      name: '名稱',
      size: '大小',
    },
    order: {
      date: { asc: '從舊到新', desc: '從新到舊' },
      name: { asc: 'A 到 Z', desc: 'Z 到 A' },
      size: { asc: '從小到大', desc: '從大到小' },
    },
  },
  empty: {
    failed: {
      title: '無法載入內容',
      text: '請檢查網路後重試',
    },
  },
  failure: {
    title: '提示',
    network: '網路異常，請檢查網路後重試',
    timeout: '取得資料失敗，伺服器沒有回應',
    http403: '存取遭拒',
    http404: '網路錯誤，找不到要求的內容',
    http500: '伺服器錯誤，請稍後再試',
    http502: '伺服器暫時無法連線，請重試',
    http504: '要求仍在處理中，請稍後查看結果',
    sessionExpired: '登入已逾期，請重新登入',
    unknown: '發生未知錯誤，請稍後再試',
    signIn: '重新登入',
    requestId: '錯誤編號 {id}',
  },
}
