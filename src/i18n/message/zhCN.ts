export const phrases = {
  messages: {
    list: '消息列表',
    choose: '选择消息类型，当前为{kind}',
    kinds: '消息类型',
    kind: { all: '全部消息', comment: '评论', share_link: '分享', collab: '协作' },
    markAll: '全部已读',
    markRead: '标为已读',
    remove: '删除',
    unread: '未读',
    more: '{name} 的更多操作',
    unnamed: '后台任务',
    finished: {
      copy: '已复制到“{folder}”|等 {n} 项已复制到“{folder}”',
      move: '已移动到“{folder}”|等 {n} 项已移动到“{folder}”',
    },
    failed: {
      copy: '未能复制到“{folder}”：{reason}|等 {n} 项未能复制到“{folder}”：{reason}',
      move: '未能移动到“{folder}”：{reason}|等 {n} 项未能移动到“{folder}”：{reason}',
    },
    notice: {
      share_opened: '有人第一次打开了你的分享',
      share_limit: '分享的预览或下载次数已用完',
      share_expiring: '分享将在一天内到期',
      share_waiting: '有一个分享在等你审批',
      share_approved: '你的分享已通过审批',
      share_refused: '你的分享没有通过审批',
      collect_reminder: '请尽快交文件',
    },
    shared: {
      s1: '{sender} 分享给你',
      s2: '{sender} 重新开启了分享',
      s4: '{sender} 更新了分享说明',
      said: '{what}：{text}',
    },
    comment: {
      said: '{sender}：{text}',
      mentioned: '{sender} 提到了你：{text}',
      voice: '语音',
    },
    empty: {
      all: { title: '还没有消息', text: '有新消息时会出现在这里' },
      comment: { title: '还没有评论消息', text: '有人评论或提到你时会出现在这里' },
      share_link: { title: '还没有分享消息', text: '有人分享给你时会出现在这里' },
      collab: { title: '还没有协作消息', text: '协作邀请和后台复制、移动的结果会出现在这里' },
    },
  },
}
