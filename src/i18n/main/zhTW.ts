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
    save: '儲存',
    undo: '復原',
  },
  space: {
    frequent: '常用',
    own: '個人檔案',
    dept: '部門檔案',
    collab: '與我協作',
    trash: '資源回收筒',
    trashOf: '{name}的資源回收筒',
  },
  header: {
    chooseSpace: '切換位置，目前為 {name}',
    favourite: '加入常用',
    unfavourite: '移出常用',
  },
  navigation: {
    title: '切換位置',
    expand: '展開 {name}',
    collapse: '收合 {name}',
    external: '外部 · {name}',
    me: '我的帳號',
  },
  list: {
    label: '檔案清單',
    loading: '載入中',
    loadFailed: '載入失敗，點一下重試',
    search: '搜尋檔案',
    sort: '排序',
    add: '上傳或新增',
  },
  row: {
    more: '{name} 的更多操作',
    encrypted: '加密',
    lockedBy: '{name} 鎖定',
    deletedBy: '{name} 刪除',
    items: '{n} 項',
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
    list: {
      title: '這裡還沒有檔案',
      text: '上傳照片、文件，或新增一個資料夾',
      readOnly: '有新檔案時會出現在這裡',
      action: '上傳',
    },
    frequent: {
      title: '還沒有常用的檔案',
      text: '在檔案的選單裡選「加入常用」，它就會出現在這裡',
    },
    collab: {
      title: '還沒有與你協作的檔案',
      text: '別人邀請你協作後，會出現在這裡',
    },
    trash: {
      title: '資源回收筒是空的',
      text: '刪除的檔案和資料夾會先放在這裡',
    },
    closed: {
      title: '個人空間已關閉',
      text: '公司已關閉個人空間，請使用部門或協作資料夾',
    },
    removed: {
      title: '內容已被移除',
      text: '它可能已被刪除，或你已無權存取',
      action: '返回首頁',
    },
    failed: {
      title: '無法載入內容',
      text: '請檢查網路後重試',
    },
    expired: {
      title: '公司的服務已到期',
      noHotline: '請聯絡管理員',
    },
  },
  base: {
    noPermission: '沒有權限進行此操作',
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
