export const phrases = {
  share: {
    title: '分享',
    address: '地址',
    copy: '复制地址',
    note: '只有可以查看它的人才能打开这个地址。',
  },
  file: {
    share: {
      enterpriseDownloadForbidden: '公司已禁止下载',
      disabled: {
        publicDisabled: '公司已关闭公开分享',
      },
      shareFieldErrorTips: '有内容填写不正确，请检查后再保存',
    },
  },
}
