import type { MessagePhrases } from './Phrases'

export const phrases: MessagePhrases = {
  messages: {
    list: '訊息清單',
    choose: '選擇訊息類型，目前為{kind}',
    kinds: '訊息類型',
    kind: { all: '全部訊息', comment: '留言', share_link: '分享', collab: '協作' },
    markAll: '全部已讀',
    markRead: '標為已讀',
    remove: '刪除',
    unread: '未讀',
    more: '{name} 的更多操作',
    unnamed: '背景工作',
    finished: {
      copy: '已複製到「{folder}」|等 {n} 項已複製到「{folder}」',
      move: '已移動到「{folder}」|等 {n} 項已移動到「{folder}」',
    },
    failed: {
      copy: '無法複製到「{folder}」：{reason}|等 {n} 項無法複製到「{folder}」：{reason}',
      move: '無法移動到「{folder}」：{reason}|等 {n} 項無法移動到「{folder}」：{reason}',
    },
    notice: {
      share_opened: '有人第一次開啟了你的分享',
      share_limit: '分享的預覽或下載次數已用完',
      share_expiring: '分享將在一天內到期',
      share_waiting: '有一個分享在等你審批',
      share_approved: '你的分享已通過審批',
      share_refused: '你的分享沒有通過審批',
      collect_reminder: '請儘快交檔案',
    },
    shared: {
      s1: '{sender} 分享給你',
      s2: '{sender} 重新開啟了分享',
      s4: '{sender} 更新了分享說明',
      said: '{what}：{text}',
    },
    comment: {
      said: '{sender}：{text}',
      mentioned: '{sender} 提到了你：{text}',
      voice: '語音',
    },
    empty: {
      all: { title: '還沒有訊息', text: '有新訊息時會出現在這裡' },
      comment: { title: '還沒有留言訊息', text: '有人留言或提到你時會出現在這裡' },
      share_link: { title: '還沒有分享訊息', text: '有人分享給你時會出現在這裡' },
      collab: { title: '還沒有協作訊息', text: '協作邀請和背景複製、移動的結果會出現在這裡' },
    },
  },
}
