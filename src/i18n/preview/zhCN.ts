import { reasons } from '../errors/zhCN'

export const phrases = {
  versions: {
    title: '版本',
    number: '第 {n} 版',
    current: '当前',
    download: '下载第 {n} 版',
    upload: '上传新版本',
    remark: '版本说明',
    remarkHint: '说说这一版改了什么（可不填）',
    tooLong: '版本说明不能超过 {n} 个字符',
    send: '上传',
    old: '正在查看旧版本',
    toCurrent: '查看当前版本',
    failed: '版本没能加载出来',
  },
  preview: {
    generating: '正在生成预览',
    generatingHint: '文件越大，所需时间越长',
    percent: '{n}%',
    failed: '无法预览',
    regenerate: '重新生成',
    reload: '重新加载',
    open: '打开文件',
    downloading: '正在下载 {n}%',
    gallery: '左右滑动查看图片',
    page: '{n} / {total}',
    fullName: '文件名',
    refused: {
      type: '手机不能打开这种格式的文件',
      size: '文件太大，手机不能直接打开',
      network: '网络异常，文件没有下载完',
      gone: '文件已被删除，或你已无权访问',
      viewer: '手机没能打开这个文件',
    },
    reason: reasons,
  },
}
