export const phrases = {
  share: {
    title: '分享',
    address: '地址',
    copy: '复制地址',
    note: '只有可以查看它的人才能打开这个地址。',
  },
}
