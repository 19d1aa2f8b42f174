export const phrases = {
  consent: {
    title: '“{name}”想访问你的文件',
    account: '当前账号：{name}（{login}）',
    may: '允许后，它可以代表你：',
    scopes: {
      item_read: '查看文件和文件夹的列表与信息',
      item_preview: '预览文件',
      item_download: '下载文件',
      item_upload: '上传文件、新建文件夹',
      item_edit: '重命名文件和文件夹、修改描述',
      item_delete: '删除（包括彻底删除）和还原',
      item_comment: '查看、发表和删除评论',
      item_share: '把文件和文件夹分享给任何人，管理你的分享链接',
      item_collab: '邀请协作成员、修改他们的权限、移除他们',
      people_read: '查看通讯录',
      profile_edit: '修改你的姓名',
    },
    limits: '它不会有比你更多的权限。以后可以在“安全设置”里停止。',
    target: '接着会打开 {target}。',
    codeNext: '接着会显示一个授权码，由你填到应用里。',
    allow: '允许',
    decline: '不允许',
    otherAccount: '换个账号',
    leaving: '正在打开 {target}',
    code: {
      title: '授权码',
      text: '请把它填到“{name}”里。十分钟内有效，只能用一次。不要发给别人。',
      copy: '复制授权码',
      copied: '已复制',
    },
    declined: { title: '没有允许', text: '“{name}”不能访问你的文件。可以关闭这个页面了。' },
    invalid: {
      title: '不能授权',
      account: '{name}（{login}）不能使用这个应用。请换个账号，或联系管理员。',
      application: '{reason}。请告诉应用的提供方。没有向它发送任何内容。',
      request: '应用的请求有误',
    },
  },
}

export type ConsentPhrases = typeof phrases
