import { reasons } from '../errors/zhTW'
import type { PreviewPhrases } from './Phrases'

export const phrases: PreviewPhrases = {
  versions: {
    title: '版本',
    number: '第 {n} 版',
    current: '目前',
    download: '下載第 {n} 版',
    upload: '上傳新版本',
    remark: '版本說明',
    remarkHint: '說說這一版改了什麼（可不填）',
    tooLong: '版本說明不能超過 {n} 個字元',
    send: '上傳',
    old: '正在檢視舊版本',
    toCurrent: '檢視目前版本',
    failed: '版本沒能載入',
  },
  preview: {
    generating: '正在產生預覽',
    generatingHint: '檔案越大，所需時間越長',
    percent: '{n}%',
    failed: '無法預覽',
    regenerate: '重新產生',
    reload: '重新載入',
    open: '開啟檔案',
    downloading: '正在下載 {n}%',
    gallery: '左右滑動檢視圖片',
    page: '{n} / {total}',
    fullName: '檔案名稱',
    refused: {
      type: '手機無法開啟這種格式的檔案',
      size: '檔案太大，手機無法直接開啟',
      network: '網路異常，檔案沒有下載完成',
      gone: '檔案已被刪除，或你已無權存取',
      viewer: '手機無法開啟這個檔案',
    },
    loading: '正在載入',
    password: {
      title: '需要密碼',
      needed: '這份 PDF 設有密碼，輸入密碼後才能檢視',
      label: 'PDF 密碼',
      show: '顯示密碼',
      wrong: '密碼不正確，請重新輸入',
      enter: '輸入密碼',
      open: '開啟',
      hint: '密碼只在本機驗證，不會上傳',
    },
    reason: {
      ...reasons,
      timeout: '載入超過 1 分鐘仍未完成，請檢查網路後重試',
    },
  },
}
