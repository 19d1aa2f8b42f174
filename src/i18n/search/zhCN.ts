export const phrases = {
  search: {
    title: '搜索',
    placeholder: '搜索名称、内容、人员、标签',
    clear: '清除',
    where: '搜索范围',
    in: { current: '当前位置', all: '全部文件' },
    found: '找到 {n} 项',
    hits: '{n} 处匹配',
    field: {
      content: '内容',
      description: '描述',
      tags: '标签',
      creator: '创建者',
      editor: '修改者',
    },
    hint: {
      title: '想找什么？',
      text: '输入名称、文档内容、描述、创建者、修改者或标签中的字词',
    },
    none: {
      title: '没有找到“{words}”',
      text: '换个字词再试试',
      currentText: '当前位置没有匹配的内容',
      action: '搜索全部文件',
    },
  },
}

export type SearchPhrases = typeof phrases
