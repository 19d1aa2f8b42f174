import type { SearchPhrases } from './zhCN'

export const phrases: SearchPhrases = {
  search: {
    title: '搜尋',
    placeholder: '搜尋名稱、內容、人員、標籤',
    clear: '清除',
    where: '搜尋範圍',
    in: { current: '目前位置', all: '全部檔案' },
    found: '找到 {n} 項',
    hits: '{n} 處相符',
    field: {
      content: '內容',
      description: '描述',
      tags: '標籤',
      creator: '建立者',
      editor: '修改者',
    },
    hint: {
      title: '想找什麼？',
      text: '輸入名稱、文件內容、描述、建立者、修改者或標籤中的字詞',
    },
    none: {
      title: '沒有找到「{words}」',
      text: '換個字詞再試試',
      currentText: '目前位置沒有相符的內容',
      action: '搜尋全部檔案',
    },
  },
}
