import type { Language } from '@/contract/entities'

interface SaveWords {
  title: string
  /** In order. */
  steps: string[]
  address: string
  gone: string
  goneText: string
}

/** The words of the server's own pages for users who save a file (ACT-11). */
export const saveWords: Record<Language, SaveWords> = {
  'zh-CN': {
    title: '请在浏览器中下载',
    steps: ['微信里不能直接保存文件', '点右上角的“···”，选择“在浏览器打开”，下载会自动开始'],
    address: '也可以复制这个地址，到浏览器里打开',
    gone: '下载地址已失效',
    goneText: '地址一小时内有效，文件被删除或权限被收回后也会失效。请回到文件重新下载。',
  },
  en: {
    title: 'Download in your browser',
    steps: [
      'WeChat cannot save files itself',
      'Tap ··· at the top right and choose “Open in browser”: the download starts by itself',
    ],
    address: 'Or copy this address and open it in a browser',
    gone: 'This download has expired',
    goneText:
      'It lasts an hour, and ends when the file is deleted or your access is withdrawn. Go back to the file and download it again.',
  },
  'zh-TW': {
    title: '請在瀏覽器中下載',
    steps: ['微信裡不能直接儲存檔案', '點右上角的「···」，選擇「在瀏覽器開啟」，下載會自動開始'],
    address: '也可以複製這個網址，到瀏覽器裡開啟',
    gone: '下載網址已失效',
    goneText: '網址一小時內有效，檔案被刪除或權限被收回後也會失效。請回到檔案重新下載。',
  },
}
