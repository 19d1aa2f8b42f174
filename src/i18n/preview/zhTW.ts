import { reasons } from '../errors/zhTW'
import type { PreviewPhrases } from './Phrases'

export const phrases: PreviewPhrases = {
  preview: {
    generating: '正在產生預覽',
    generatingHint: '檔案越大，所需時間越長',
    percent: '{n}%',
    failed: '無法預覽',
    regenerate: '重新產生',
    reload: '重新載入',
    open: '開啟檔案',
    downloading: '正在下載 {n}%',
    page: '{n} / {total}',
    fullName: '檔案名稱',
    refused: {
      type: '手機無法開啟這種格式的檔案',
      size: '檔案太大，手機無法直接開啟',
      network: '網路異常，檔案沒有下載完成',
      gone: '檔案已被刪除，或你已無權存取',
      viewer: '手機無法開啟這個檔案',
    },
    reason: reasons,
  },
}
