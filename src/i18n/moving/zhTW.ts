import type { PickPhrases } from './zhCN'

export const phrases: PickPhrases = {
  pick: {
    title: { move: '移動到', copy: '複製到', add: '放到哪裡' },
    into: { move: '移動到「{name}」', copy: '複製到「{name}」', add: '放到「{name}」' },
    chooseSpace: '{title}，選擇位置，目前為 {name}',
    newFolder: '新增',
    path: '目前位置',
    search: '搜尋資料夾',
    searchHint: '輸入資料夾名稱中的字詞',
    block: {
      no_folder: '請選擇一個資料夾',
      no_permission: '你沒有權限在這裡新增內容',
      already_here: '已經在這個資料夾裡了',
    },
    empty: {
      title: '這裡沒有資料夾',
      text: '可以直接放在這裡',
      elsewhere: '可以切換到其他位置',
    },
  },
}
